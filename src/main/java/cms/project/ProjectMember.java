package cms.project;

import cms.access.ProjectRole;
import java.time.Instant;
import java.util.List;

/** A workspace member's place in one project; {@code allowedModels} applies only with {@code specificModels}. */
record ProjectMember(
        String id,
        String projectId,
        String workspaceMemberId,
        ProjectRole role,
        boolean specificModels,
        List<String> allowedModels,
        Instant createdAt) {
    ProjectMember {
        allowedModels = List.copyOf(allowedModels);
    }

    AllowedModels models() {
        return specificModels ? AllowedModels.only(allowedModels) : AllowedModels.all();
    }
}
