package cms.githost;

import cms.access.Capability;
import cms.auth.Caller;
import cms.githost.provider.Installation;
import cms.githost.provider.RepositoryHost;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.events.Announcements;
import cms.platform.failure.Failure;
import cms.workspace.Membership;
import cms.workspace.Workspace;
import cms.workspace.Workspaces;
import java.util.Optional;

/** Binds installations to workspaces, and checks who may do that. */
final class Installations {
    private final Database database;
    private final Announcements announcements;
    private final RepositoryHost host;
    private final Workspaces workspaces;

    Installations(Database database, Announcements announcements, RepositoryHost host, Workspaces workspaces) {
        this.database = database;
        this.announcements = announcements;
        this.host = host;
        this.workspaces = workspaces;
    }

    /**
     * The named workspace, or the caller's primary one; fails when it is locked or the caller lacks the capability
     * there.
     */
    Workspace workspace(Caller caller, Optional<String> workspaceId, Capability capability) {
        return open(database.read(tx -> {
            String id = workspaceId.orElseGet(() -> workspaces
                    .primaryOf(tx, caller.userId())
                    .map(Workspace::id)
                    .orElseThrow(() -> Failure.invalid("Name the workspace with `workspaceId`.")));
            return workspaces.require(tx, caller, id, capability).workspace();
        }));
    }

    /** Whether the caller may choose among the repositories, and so see the names of private ones. */
    boolean mayConnect(Caller caller, String workspaceId) {
        return database.read(tx -> workspaces
                .require(tx, caller, workspaceId, Capability.VIEW_WORKSPACE)
                .rights()
                .may(Capability.CONNECT_GIT_HOST));
    }

    private Workspace open(Workspace workspace) {
        workspaces.requireOpen(workspace.id());
        return workspace;
    }

    /** As above for the two routes that answer 404 to all but owners and admins (spec 4.7). */
    Workspace managedWorkspace(Tx tx, Caller caller, String workspaceId) {
        Membership membership = workspaces.require(tx, caller, workspaceId, Capability.VIEW_WORKSPACE);
        if (!membership.rights().may(Capability.CONNECT_GIT_HOST)) {
            throw Failure.notFound("There is no such workspace, or you are neither its owner nor an admin.");
        }
        return membership.workspace();
    }

    Workspace managedWorkspace(Caller caller, String workspaceId) {
        return open(database.read(tx -> managedWorkspace(tx, caller, workspaceId)));
    }

    /** The number of the installation that serves a workspace (400 when none does). */
    long servingOrFail(Workspace workspace) {
        Long installationId = workspace.installationId();
        if (installationId == null) {
            throw Failure.invalid("The workspace has no Git host installation; connect one first.");
        }
        return installationId;
    }

    Optional<Workspace> boundWorkspace(Installation installation) {
        return database.read(tx -> workspaces.findByInstallation(tx, installation.id()));
    }

    /** Binds an installation of the caller: 403 for another person's, 409 when another workspace has it. */
    void connect(Caller caller, long installationId, String workspaceId) {
        if (host.installationsOf(caller).stream().noneMatch(installation -> installation.id() == installationId)) {
            throw Failure.forbidden("Your Git host account does not have this installation.");
        }
        database.writing(tx -> {
            tx.takeLock("installations");
            Optional<Workspace> bound = workspaces.findByInstallation(tx, installationId);
            if (bound.filter(other -> !other.id().equals(workspaceId)).isPresent()) {
                throw Failure.conflict("The installation already serves another workspace; disconnect it there first.");
            }
            workspaces.bindInstallation(tx, workspaceId, installationId);
            announcements.announce(tx, new InstallationBound(workspaceId, installationId));
        });
    }
}
