package cms.mcp;

import cms.access.Capability;
import cms.mcp.apps.ConnectedApp;
import cms.mcp.apps.ConnectedApps;
import cms.mcp.call.CallLog;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import cms.project.Project;
import cms.project.Projects;
import cms.workspace.Membership;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** The apps that people have connected to projects of a workspace: owner and admins see all, members their own. */
final class WorkspaceApps {
    private final Database database;
    private final Projects projects;
    private final Optional<ConnectedApps> apps;
    private final CallLog log;

    /** @param apps empty where people cannot connect apps */
    WorkspaceApps(Database database, Projects projects, Optional<ConnectedApps> apps, CallLog log) {
        this.database = database;
        this.projects = projects;
        this.apps = apps;
        this.log = log;
    }

    /**
     * @param repository full name of the project's repository; empty where the project is gone
     * @param calls of this month (UTC)
     */
    record Listed(ConnectedApp app, Optional<String> repository, long calls) {}

    /** The URL of the endpoint for apps; empty where people cannot connect any. */
    Optional<String> endpoint() {
        return apps.map(ConnectedApps::endpoint);
    }

    List<Listed> list(Membership member, String userId) {
        return database.read(tx -> {
            List<ConnectedApp> shown = good(tx, member).stream()
                    .filter(app ->
                            app.userId().equals(userId) || member.rights().may(Capability.MANAGE_CONNECTED_APPS))
                    .toList();
            Map<String, Long> calls = log.callsThisMonth(
                    tx,
                    shown.stream().map(app -> AppCallers.credential(app.id())).toList());
            return shown.stream()
                    .map(app -> new Listed(
                            app,
                            projects.find(tx, app.projectId()).map(Project::repoFullName),
                            calls.getOrDefault(AppCallers.credential(app.id()), 0L)))
                    .toList();
        });
    }

    /** Ends a person's grant; for grants of others the member needs the right to manage them. */
    void revoke(Membership member, String userId, String id) {
        database.writing(tx -> {
            ConnectedApp app = require(tx, member, userId, id);
            tx.concerns("connected_apps", app.id());
            apps.orElseThrow(WorkspaceApps::noApp).end(tx, app);
        });
    }

    /** The newest calls of an app in the format of answers. */
    ObjectNode calls(Membership member, String userId, String id, int limit) {
        return database.read(tx -> log.newest(
                tx, AppCallers.credential(require(tx, member, userId, id).id()), limit));
    }

    private ConnectedApp require(Tx tx, Membership member, String userId, String id) {
        ConnectedApp app = good(tx, member).stream()
                .filter(one -> one.id().equals(id))
                .findFirst()
                .orElseThrow(WorkspaceApps::noApp);
        if (!app.userId().equals(userId)) {
            member.require(Capability.MANAGE_CONNECTED_APPS);
        }
        return app;
    }

    private List<ConnectedApp> good(Tx tx, Membership member) {
        return apps.map(known -> known.ofWorkspace(tx, member.workspace().id())).orElse(List.of());
    }

    private static Failure noApp() {
        return Failure.notFound("There is no such connected app.");
    }
}
