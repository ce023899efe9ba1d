package cms.githost;

import cms.access.Capability;
import cms.auth.Caller;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Body;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.workspace.Workspace;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The connection flow of the application (spec 4.7, reference 3.5). */
final class GitHostRoutes {
    private final Installations installations;
    private final Hosting hosting;

    GitHostRoutes(Installations installations, Hosting hosting) {
        this.installations = installations;
        this.hosting = hosting;
    }

    void mount(Routes routes) {
        routes.on(Surface.SESSION)
                .get("/api/git_host/installation", this::installation)
                .get("/api/git_host/repos", this::repos)
                .get("/api/git_host/scan", this::scan)
                .get("/api/git_host/setup", this::setup)
                .get("/api/git_host/installations/available", this::available)
                .post("/api/git_host/installations/connect", this::connect)
                .post("/api/git_host/create-from-template", this::createFromTemplate);
    }

    private Answer installation(Request request) {
        Caller caller = Caller.of(request);
        Workspace workspace = installations.workspace(caller, request.query("workspaceId"), Capability.VIEW_WORKSPACE);
        Optional<GitAccount> account = installations.serving(workspace);
        if (account.isEmpty()) {
            return Answer.json(Map.of("installed", false));
        }
        return Answer.json(HostAnswers.installation(account.get(), hosting.list(account.get())));
    }

    private Answer repos(Request request) {
        Caller caller = Caller.of(request);
        Workspace workspace =
                installations.workspace(caller, request.query("workspaceId"), Capability.CONNECT_GIT_HOST);
        GitAccount account = installations.servingOrFail(workspace);
        return Answer.json(
                hosting.list(account).stream().map(HostAnswers::repository).toList());
    }

    private Answer scan(Request request) {
        Caller caller = Caller.of(request);
        String repo = repositoryName(request);
        Workspace workspace =
                installations.workspace(caller, request.query("workspaceId"), Capability.CONNECT_GIT_HOST);
        return Answer.json(HostAnswers.scan(hosting.scan(installations.servingOrFail(workspace), repo)));
    }

    private Answer setup(Request request) {
        Caller caller = Caller.of(request);
        long installationId = request.query("installation_id")
                .flatMap(GitHostRoutes::positive)
                .orElseThrow(() -> Failure.invalid("`installation_id` must be the number of an installation."));
        String workspaceId = request.query("state")
                .orElseThrow(() -> Failure.invalid("`state` must be the id of the workspace to connect."));
        Workspace workspace = installations.workspace(caller, Optional.of(workspaceId), Capability.CONNECT_GIT_HOST);
        installations.connect(installations.account(caller), installationId, workspace.id());
        return Answer.redirect("/w/" + workspace.slug());
    }

    private Answer available(Request request) {
        Caller caller = Caller.of(request);
        String workspaceId = request.query("workspaceId")
                .orElseThrow(() -> Failure.invalid("Name the workspace with `workspaceId`."));
        installations.managedWorkspace(caller, workspaceId);
        GitAccount account = installations.account(caller);
        Optional<Workspace> bound = installations.boundWorkspace(account);
        return Answer.json(Map.of("installations", List.of(HostAnswers.available(account, bound))));
    }

    private Answer connect(Request request) {
        Caller caller = Caller.of(request);
        Body body = request.body();
        String workspaceId = body.requiredText("workspaceId");
        long installationId = body.integer("installationId")
                .orElseThrow(() -> Failure.invalid("`installationId` is required and must be a whole number."));
        Workspace workspace = installations.managedWorkspace(caller, workspaceId);
        installations.connect(installations.account(caller), installationId, workspace.id());
        return Answer.json(Map.of("connected", true, "installationId", installationId, "workspaceId", workspace.id()));
    }

    private Answer createFromTemplate(Request request) {
        Caller caller = Caller.of(request);
        Body body = request.body();
        Workspace workspace = installations.workspace(caller, body.text("workspaceId"), Capability.CONNECT_GIT_HOST);
        NewRepository wanted = NewRepository.parse(body);
        HostedRepository made = hosting.create(installations.servingOrFail(workspace), wanted);
        return Answer.json(HostAnswers.created(made, hosting.cloneUrl(made.fullName())));
    }

    /** {@code repo=owner/repo}, or the two names apart as older clients send them. */
    private static String repositoryName(Request request) {
        Optional<String> parts = request.query("owner")
                .flatMap(owner -> request.query("repo")
                        .filter(repo -> !repo.contains("/"))
                        .map(repo -> owner + "/" + repo));
        String name = parts.or(() -> request.query("repo"))
                .orElseThrow(() -> Failure.invalid("Name the repository with `repo=owner/name`."));
        if (name.chars().filter(c -> c == '/').count() != 1 || name.startsWith("/") || name.endsWith("/")) {
            throw Failure.invalid("`repo` must look like owner/name.");
        }
        return name;
    }

    private static Optional<Long> positive(String text) {
        try {
            long number = Long.parseLong(text);
            return number > 0 ? Optional.of(number) : Optional.empty();
        } catch (NumberFormatException notANumber) {
            return Optional.empty();
        }
    }
}
