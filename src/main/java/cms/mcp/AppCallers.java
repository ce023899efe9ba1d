package cms.mcp;

import cms.access.Author;
import cms.mcp.apps.ConnectedApp;
import cms.mcp.apps.ConnectedApps;
import cms.mcp.tools.ToolScopes;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.instance.Instance;
import cms.platform.limits.RateDecision;
import cms.project.Project;
import cms.project.ProjectAccess;
import cms.project.Projects;
import cms.workspace.Workspaces;
import java.util.Optional;

/** Callers with a token of a connected app. The rights of the app's person are checked at every call (spec 4.4). */
final class AppCallers {
    private static final int CALLS_PER_MINUTE = 60;

    private final Instance instance;
    private final ConnectedApps apps;
    private final Projects projects;
    private final Workspaces workspaces;

    AppCallers(Instance instance, ConnectedApps apps, Projects projects, Workspaces workspaces) {
        this.instance = instance;
        this.apps = apps;
        this.projects = projects;
        this.workspaces = workspaces;
    }

    /** @throws Failure UNAUTHENTICATED for a token that is unknown, ended, or not for this URL */
    Candidate candidate(String token, Optional<String> projectOfUrl) {
        return candidate(apps.check(token, projectOfUrl).orElseThrow(AppCallers::over));
    }

    private Candidate candidate(ConnectedApps.Admitted admitted) {
        ConnectedApp app = admitted.app();
        return new Candidate() {
            @Override
            public Optional<Project> project(Optional<String> asked) {
                return asked.filter(id -> !id.equals(app.projectId())).isPresent()
                        ? Optional.empty()
                        : projects.find(app.projectId());
            }

            @Override
            public int callsPerMinute() {
                return CALLS_PER_MINUTE;
            }

            @Override
            public String id() {
                return app.id();
            }

            @Override
            public RemoteCaller caller(Project project, RateDecision rate) {
                return AppCallers.this.caller(admitted, project, rate);
            }
        };
    }

    private RemoteCaller caller(ConnectedApps.Admitted admitted, Project project, RateDecision rate) {
        ConnectedApp app = admitted.app();
        Optional<ProjectAccess> place = projects.access().of(app.userId(), project);
        if (place.isEmpty()) {
            apps.endWithPerson(app);
            throw over();
        }
        apps.noteUse(app);
        String credential = credential(app.id());
        return new RemoteCaller(
                place.get(),
                Author.person(app.userId(), email(app)).through(Author.Origin.MCP, credential),
                app.id(),
                credential,
                ToolScopes.allowed(admitted.scopes(), place.get()),
                admitted.scopes(),
                false,
                null,
                CALLS_PER_MINUTE,
                rate,
                apps.lasting(app));
    }

    /** The credential of an app in the log and in sessions: {@code connected_app:<grant id>}. */
    static String credential(String grantId) {
        return "connected_app:" + grantId;
    }

    private String email(ConnectedApp app) {
        return instance.database()
                .read(tx -> workspaces.findMember(tx, app.workspaceId(), app.userId()))
                .flatMap(member -> Optional.ofNullable(member.profile().email()))
                .orElse(app.userId() + "@users.invalid");
    }

    private static Failure over() {
        return ProtocolFailure.of(
                FailureKind.UNAUTHENTICATED,
                40102,
                "This token is not good here, or not any more; refresh it or connect the app again.");
    }
}
