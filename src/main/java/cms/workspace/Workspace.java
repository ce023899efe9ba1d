package cms.workspace;

import cms.plan.Plan;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One tenant (spec 2.3).
 *
 * @param slug lower-case letters, digits and hyphens; unique over all workspaces
 * @param plan the plan that counts, the edition already considered
 * @param installationId the Git host installation bound to it (`github_installation_id`); null when none is
 */
public record Workspace(
        String id,
        String name,
        String slug,
        WorkspaceType type,
        Plan plan,
        String ownerId,
        @Nullable Long installationId,
        Instant createdAt) {}
