package cms.project;

import java.util.List;

/** A project with the caller's access, whether its plan includes the workflow {@code review}, and its members. */
record ProjectView(ProjectAccess access, boolean reviewOnPlan, List<ProjectPerson> members) {
    ProjectView {
        members = List.copyOf(members);
    }
}
