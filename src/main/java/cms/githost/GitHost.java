package cms.githost;

import cms.githost.remote.RemoteHost;
import cms.platform.crypto.Seal;
import cms.platform.db.Database;
import cms.platform.events.Announcements;
import cms.platform.http.Routes;
import cms.workspace.Workspaces;
import java.time.InstantSource;
import java.util.Optional;

/** Mounts the routes of the connection flow (spec 4.7) and listens to the remote host. */
public final class GitHost {
    private final GitHostRoutes routes;
    private final HostWebhooks webhooks;

    public GitHost(
            Database database,
            Announcements announcements,
            Hosting hosting,
            Workspaces workspaces,
            Seal seal,
            InstantSource clock) {
        // Each instance asks the host on a thread of its own, so that no announcement waits for the repository of
        // another.
        announcements.after(
                RepositoryPushed.class,
                "githost.repository-pushed",
                RepositoryPushed::fullName,
                pushed -> hosting.movedAtHost(pushed.fullName()));
        announcements.after(
                PullRequestClosed.class,
                "githost.pull-request-closed",
                PullRequestClosed::fullName,
                closed -> hosting.movedAtHost(closed.fullName()));
        announcements.within(
                RepositoryRenamed.class, (tx, renamed) -> hosting.renamed(tx, renamed.from(), renamed.to()));
        Optional<RemoteHost> remote = hosting.remote();
        remote.ifPresent(host -> new RemoteChanges(database, announcements, workspaces, host).listen());
        this.webhooks = new HostWebhooks(database, announcements, hosting.webhookSecret(), remote.orElse(null), clock);
        var installations = new Installations(database, announcements, hosting.host(), workspaces);
        this.routes = new GitHostRoutes(installations, hosting.host(), webhooks, new SetupStates(seal, clock));
    }

    public void routes(Routes target) {
        routes.mount(target);
    }

    /** Deletes the record of old webhooks; a job calls it at intervals. */
    public void forgetWebhooks() {
        webhooks.forgetOld();
    }
}
