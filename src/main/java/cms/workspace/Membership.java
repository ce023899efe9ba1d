package cms.workspace;

import cms.access.Capability;
import cms.access.Rights;
import cms.access.WorkspaceRole;

/** A workspace as seen by one of its members. */
public record Membership(Workspace workspace, String memberId, WorkspaceRole role) {
    /** The member's rights in the workspace, outside of its projects. */
    public Rights rights() {
        return Rights.inWorkspace(role);
    }

    /** Fails with {@code FORBIDDEN} unless the member's role holds the capability. */
    public Membership require(Capability capability) {
        rights().require(capability);
        return this;
    }
}
