package cms.project;

import java.util.List;

/** A project and its members. */
record ProjectView(Project project, List<ProjectPerson> members) {
    ProjectView {
        members = List.copyOf(members);
    }
}
