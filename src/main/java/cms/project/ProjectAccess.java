package cms.project;

import cms.access.ProjectRole;
import cms.access.Rights;
import cms.access.WorkspaceRole;
import java.util.Optional;

/**
 * What {@link Access} found: the project and what the caller is in it.
 *
 * @param role empty for owners and admins without a row, who may do everything
 * @param rights workspace and project rights together
 */
public record ProjectAccess(
        Project project,
        WorkspaceRole workspaceRole,
        Optional<ProjectRole> role,
        Rights rights,
        AllowedModels models) {}
