package cms.project;

import cms.access.AllowedLocales;
import cms.access.Capability;
import cms.access.ProjectRole;
import cms.access.Rights;
import cms.access.WorkspaceRole;
import java.util.Optional;

/**
 * The answer of {@link Access}: the project, and the caller's roles and rights in it.
 *
 * @param workspaceRole empty for a key, which is no member of the workspace
 * @param role empty for keys, and for owners and admins without a row, who may do everything
 * @param rights workspace and project rights together
 */
public record ProjectAccess(
        Project project,
        Optional<WorkspaceRole> workspaceRole,
        Optional<ProjectRole> role,
        Rights rights,
        AllowedModels models,
        AllowedLocales locales) {
    /** Whether the caller is an owner or admin of the workspace, who may also add to changes of others. */
    public boolean isAdmin() {
        return workspaceRole.filter(held -> held.isAtLeast(WorkspaceRole.ADMIN)).isPresent();
    }

    /** Fails with {@code FORBIDDEN} where the caller lacks the capability in the project. */
    public ProjectAccess requiring(Capability capability) {
        rights.require(capability);
        return this;
    }
}
