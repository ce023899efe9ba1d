package cms.githost;

import cms.githost.provider.RepositoryState;
import cms.githost.remote.RemoteHost;
import cms.platform.db.Database;
import cms.platform.events.Announcements;
import cms.workspace.Workspaces;
import java.util.List;
import java.util.Optional;

/**
 * Handles webhooks of the remote host: reads its current state and updates our rows. When the host does not answer, the
 * announcement is published again later.
 */
final class RemoteChanges {
    private final Database database;
    private final Announcements announcements;
    private final Workspaces workspaces;
    private final RemoteHost remote;

    RemoteChanges(Database database, Announcements announcements, Workspaces workspaces, RemoteHost remote) {
        this.database = database;
        this.announcements = announcements;
        this.workspaces = workspaces;
        this.remote = remote;
    }

    void listen() {
        announcements.after(
                InstallationChanged.class,
                "githost.installation-changed",
                changed -> Long.toString(changed.installationId()),
                this::installationChanged);
        announcements.after(
                RepositoryChanged.class,
                "githost.repository-changed",
                changed -> Long.toString(changed.id()),
                this::repositoryChanged);
        announcements.within(
                PullRequestClosed.class,
                (tx, closed) -> remote.find(tx, closed.fullName())
                        .ifPresent(state -> remote.forgetPullRequest(tx, state.id(), closed.number())));
    }

    private void installationChanged(InstallationChanged changed) {
        Optional<List<RepositoryState>> now = remote.refresh(changed.installationId());
        if (now.isEmpty()) {
            database.writing(tx -> workspaces.unbindInstallation(tx, changed.installationId()));
        }
        now.orElse(List.of()).forEach(this::keep);
    }

    private void repositoryChanged(RepositoryChanged changed) {
        remote.changed(changed.id(), changed.fullName(), changed.deleted()).ifPresent(this::keep);
    }

    /** Stores a state; a new name is announced in the same transaction. */
    private void keep(RepositoryState now) {
        database.writing(tx -> {
            Optional<RepositoryState> before = remote.find(tx, now.id());
            remote.keep(tx, now);
            before.map(RepositoryState::fullName)
                    .filter(name -> !name.equals(now.fullName()))
                    .ifPresent(name -> announcements.announce(tx, new RepositoryRenamed(name, now.fullName())));
        });
    }
}
