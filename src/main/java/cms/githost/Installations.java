package cms.githost;

import cms.access.Capability;
import cms.auth.Caller;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import cms.workspace.Membership;
import cms.workspace.Workspace;
import cms.workspace.Workspaces;
import java.util.Map;
import java.util.Optional;

/** Which workspace an installation serves, and who may change that. */
final class Installations {
    private static final String REAUTH_REQUIRED = "GITHUB_REAUTH_REQUIRED";

    private final Database database;
    private final Hosting hosting;
    private final Workspaces workspaces;

    Installations(Database database, Hosting hosting, Workspaces workspaces) {
        this.database = database;
        this.hosting = hosting;
        this.workspaces = workspaces;
    }

    /** The workspace that a request names, or the caller's primary one; the caller may do that there. */
    Workspace workspace(Caller caller, Optional<String> workspaceId, Capability capability) {
        return database.read(tx -> {
            String id = workspaceId.orElseGet(() -> workspaces
                    .primaryOf(tx, caller.userId())
                    .map(Workspace::id)
                    .orElseThrow(() -> Failure.invalid("Name the workspace with `workspaceId`.")));
            return workspaces.require(tx, caller, id, capability).workspace();
        });
    }

    /** As above for the two routes that answer 404 to everybody but owners and admins (spec 4.7). */
    Workspace managedWorkspace(Tx tx, Caller caller, String workspaceId) {
        Membership membership = workspaces.require(tx, caller, workspaceId, Capability.VIEW_WORKSPACE);
        if (!membership.rights().may(Capability.CONNECT_GIT_HOST)) {
            throw Failure.notFound("There is no such workspace, or you are neither its owner nor an admin.");
        }
        return membership.workspace();
    }

    Workspace managedWorkspace(Caller caller, String workspaceId) {
        return database.read(tx -> managedWorkspace(tx, caller, workspaceId));
    }

    /** The caller's own account, which stands for a usable token of the Git host. */
    GitAccount account(Caller caller) {
        return hosting.accountOf(caller)
                .orElseThrow(() -> Failure.unauthenticated(
                                "Sign in with the Git host to choose an installation; this session has no Git account.")
                        .withData(Map.of("code", REAUTH_REQUIRED)));
    }

    /** The account whose installation serves a workspace; empty when none is bound or it is gone. */
    Optional<GitAccount> serving(Workspace workspace) {
        Long installationId = workspace.installationId();
        return installationId == null ? Optional.empty() : database.read(tx -> hosting.findAccount(tx, installationId));
    }

    /** The same where the workspace must have one (400 otherwise). */
    GitAccount servingOrFail(Workspace workspace) {
        return serving(workspace)
                .orElseThrow(() -> Failure.invalid("The workspace has no Git host installation; connect one first."));
    }

    Optional<Workspace> boundWorkspace(GitAccount account) {
        return database.read(tx -> workspaces.findByInstallation(tx, account.installationId()));
    }

    /** Binds an installation of the caller: 403 for somebody else's, 409 when another workspace has it. */
    void connect(GitAccount account, long installationId, String workspaceId) {
        if (account.installationId() != installationId) {
            throw Failure.forbidden("Your Git host account does not have this installation.");
        }
        database.writing(tx -> {
            Optional<Workspace> bound = workspaces.findByInstallation(tx, installationId);
            if (bound.filter(other -> !other.id().equals(workspaceId)).isPresent()) {
                throw Failure.conflict("The installation already serves another workspace; disconnect it there first.");
            }
            workspaces.bindInstallation(tx, workspaceId, installationId);
        });
    }
}
