package cms.project;

import java.util.List;

/** A project, what the caller is in it, and its members. */
record ProjectView(ProjectAccess access, List<ProjectPerson> members) {
    ProjectView {
        members = List.copyOf(members);
    }

    Project project() {
        return access.project();
    }
}
