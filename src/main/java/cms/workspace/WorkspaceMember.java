package cms.workspace;

import cms.access.WorkspaceRole;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A person in a workspace, or an invitation of one (spec 2.3).
 *
 * @param userId null while no user with the invited address has signed in
 * @param invitedEmail null for the owner, who was not invited
 * @param acceptedAt null while the invitation is pending
 */
public record WorkspaceMember(
        String id,
        String workspaceId,
        @Nullable String userId,
        WorkspaceRole role,
        @Nullable String invitedEmail,
        Instant invitedAt,
        @Nullable Instant acceptedAt,
        Profile profile) {
    private static final Profile UNKNOWN = new Profile(null, null, null);

    /** A copy that may be shown: until the person has accepted, it does not tell if a user here has the address. */
    public WorkspaceMember shown() {
        return acceptedAt == null
                ? new WorkspaceMember(id, workspaceId, null, role, invitedEmail, invitedAt, null, UNKNOWN)
                : this;
    }

    /** The profile of the person's account; every part is null while there is none. */
    public record Profile(
            @Nullable String displayName,
            @Nullable String email,
            @Nullable String avatarUrl) {}
}
