package cms.workspace;

import cms.access.Capability;
import cms.access.WorkspaceRole;
import cms.auth.Caller;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.events.Announcements;
import cms.platform.http.Middleware;
import cms.platform.http.Routes;
import cms.platform.limits.RateLimiter;
import cms.platform.mail.Mailer;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** The door of this room. */
public final class Workspaces {
    public Workspaces(
            Database database,
            Announcements announcements,
            WorkspaceSettings settings,
            Mailer mailer,
            RateLimiter limiter,
            InstantSource clock) {}

    /** Lets every pending invitation of the caller come true before the request is answered (spec 5.7). */
    public Middleware invitations() {
        return (request, next) -> next.handle(request);
    }

    public void routes(Routes routes) {}

    /**
     * The caller's place in a workspace where the caller may do that.
     *
     * @throws cms.platform.failure.Failure NOT_FOUND for unknown and foreign workspaces, FORBIDDEN by role
     */
    public Membership require(Caller caller, String workspaceId, Capability capability) {
        throw new UnsupportedOperationException();
    }

    /** As {@link #require(Caller, String, Capability)}, within a transaction that is already open. */
    public Membership require(Tx tx, Caller caller, String workspaceId, Capability capability) {
        throw new UnsupportedOperationException();
    }

    /** The workspace that came with the caller's account. */
    public Optional<Workspace> primaryOf(Tx tx, String userId) {
        throw new UnsupportedOperationException();
    }

    public Optional<Workspace> find(Tx tx, String workspaceId) {
        throw new UnsupportedOperationException();
    }

    /** The workspace that a Git host installation is bound to. */
    public Optional<Workspace> findByInstallation(Tx tx, long installationId) {
        throw new UnsupportedOperationException();
    }

    /** Binds a Git host installation; one installation belongs to at most one workspace (the caller checks). */
    public void bindInstallation(Tx tx, String workspaceId, long installationId) {
        throw new UnsupportedOperationException();
    }

    /** An accepted member by user id. */
    public Optional<WorkspaceMember> findMember(Tx tx, String workspaceId, String userId) {
        throw new UnsupportedOperationException();
    }

    /** A member or pending invitation by address, ignoring case. */
    public Optional<WorkspaceMember> findMemberByEmail(Tx tx, String workspaceId, String email) {
        throw new UnsupportedOperationException();
    }

    /** Everybody in a workspace, pending invitations included, in the order of invitation. */
    public List<WorkspaceMember> members(Tx tx, String workspaceId) {
        throw new UnsupportedOperationException();
    }

    /**
     * Invites an address as {@code POST W/members} does, plan and mail included; a known address comes back as it is.
     */
    public WorkspaceMember invite(Caller inviter, String workspaceId, String email, WorkspaceRole role) {
        throw new UnsupportedOperationException();
    }
}
