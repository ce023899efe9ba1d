package cms.project;

import java.util.List;

/** A project, what the caller is in it, whether its plan lets changes wait for review, and its members. */
record ProjectView(ProjectAccess access, boolean reviewOnPlan, List<ProjectPerson> members) {
    ProjectView {
        members = List.copyOf(members);
    }

    Project project() {
        return access.project();
    }
}
