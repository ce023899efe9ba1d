package cms.githost;

import cms.platform.db.Database;
import cms.platform.http.Routes;
import cms.workspace.Workspaces;

/** Mounts the routes of the connection flow (spec 4.7). */
public final class GitHost {
    private final GitHostRoutes routes;

    public GitHost(Database database, Hosting hosting, Workspaces workspaces) {
        this.routes = new GitHostRoutes(new Installations(database, hosting, workspaces), hosting);
    }

    public void routes(Routes target) {
        routes.mount(target);
    }
}
