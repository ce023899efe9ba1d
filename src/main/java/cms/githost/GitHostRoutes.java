package cms.githost;

import cms.access.Capability;
import cms.auth.Caller;
import cms.githost.provider.HostedRepository;
import cms.githost.provider.Installation;
import cms.githost.provider.NewRepository;
import cms.githost.provider.RepositoryHost;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Body;
import cms.platform.http.Page;
import cms.platform.http.Request;
import cms.platform.http.Route.Audit;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import cms.platform.limits.Limits;
import cms.workspace.Workspace;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** The connection flow of the application, and webhooks of the remote host (spec 4.7, reference 3.5). */
final class GitHostRoutes {
    /** Largest webhook that the host sends. */
    static final long WEBHOOK_BYTES_MAX = 25L * 1024 * 1024;

    private final Installations installations;
    private final RepositoryHost host;
    private final HostWebhooks webhooks;
    private final SetupStates states;

    GitHostRoutes(Installations installations, RepositoryHost host, HostWebhooks webhooks, SetupStates states) {
        this.installations = installations;
        this.host = host;
        this.webhooks = webhooks;
        this.states = states;
    }

    void mount(Routes routes) {
        routes.on(Surface.PUBLIC)
                .taking(WEBHOOK_BYTES_MAX)
                .limitedPerAddress(Limits.HOST_WEBHOOKS.rate())
                .post("/api/webhooks/git_host{?others*}", webhooks::receive);
        routes.on(Surface.SESSION)
                .limitedPerCaller(Limits.REPOSITORIES.rate())
                .get("/api/git_host/installation{?workspaceId}", this::installation)
                .get("/api/git_host/repos{?workspaceId}", this::repos)
                .get("/api/git_host/scan{?repo,workspaceId,owner}", this::scan)
                .get(
                        "/api/git_host/setup{?installation_id,state,setup_action,others*}",
                        Audit.ofMade("set_up_installation", "workspaces"),
                        this::setup)
                .get("/api/git_host/installations/available{?workspaceId}", this::available)
                .post(
                        "/api/git_host/installations/connect",
                        Audit.ofMade("connect_installation", "workspaces"),
                        this::connect)
                .post(
                        "/api/git_host/create-from-template",
                        Audit.ofMade("create_repository", "repositories"),
                        this::createFromTemplate);
    }

    private Answer installation(Request request) {
        Caller caller = Caller.of(request);
        Workspace workspace = installations.workspace(caller, request.query("workspaceId"), Capability.VIEW_WORKSPACE);
        Long installationId = workspace.installationId();
        if (installationId == null) {
            return Answer.json(Map.of("installed", false));
        }
        Optional<Installation> found = host.installation(installationId);
        if (found.isEmpty()) {
            return Answer.json(HostAnswers.outOfReach(installationId));
        }
        boolean isShown = !found.get().isSuspended() && installations.mayConnect(caller, workspace.id());
        List<HostedRepository> repositories = isShown ? host.repositories(installationId) : List.of();
        return Answer.json(HostAnswers.installation(found.get(), repositories));
    }

    private Answer repos(Request request) {
        Caller caller = Caller.of(request);
        Workspace workspace =
                installations.workspace(caller, request.query("workspaceId"), Capability.CONNECT_GIT_HOST);
        long installationId = installations.servingOrFail(workspace);
        return Answer.json(host.repositories(installationId).stream()
                .map(HostAnswers::repository)
                .toList());
    }

    private Answer scan(Request request) {
        Caller caller = Caller.of(request);
        Workspace workspace =
                installations.workspace(caller, request.query("workspaceId"), Capability.CONNECT_GIT_HOST);
        String repo = repositoryName(request);
        return Answer.json(HostAnswers.scan(host.scan(installations.servingOrFail(workspace), repo)));
    }

    private Answer setup(Request request) {
        try {
            return connectAfterInstallation(request);
        } catch (Failure refused) {
            return Page.ofFailure(request, "The Git host could not be connected", refused);
        }
    }

    private Answer connectAfterInstallation(Request request) {
        Caller caller = Caller.of(request);
        String state = request.query("state")
                .orElseThrow(() -> Failure.invalid("`state` must be the one that `installations/available` answered."));
        Optional<Long> installationId = request.query("installation_id").flatMap(GitHostRoutes::positive);
        boolean onlyAsked =
                request.query("setup_action").filter("request"::equals).isPresent();
        if (installationId.isEmpty() && !onlyAsked) {
            throw Failure.invalid("`installation_id` must be the number of an installation.");
        }
        boolean isNamed = isWorkspaceId(state) && carriesItsToken(request);
        String workspaceId = isNamed ? state : states.workspaceId(caller, state);
        Workspace workspace = installations.workspace(caller, Optional.of(workspaceId), Capability.CONNECT_GIT_HOST);
        // Without an id an owner of the organisation has still to agree; the host then sends a webhook.
        installationId.ifPresent(id -> installations.connect(caller, id, workspace.id()));
        return Answer.redirect("/w/" + workspace.slug());
    }

    /**
     * Whether the caller of the request was found by a token in a header. Such a program names the workspace itself
     * (reference 3.5). A browser sends its cookie for any page, also beside a header of another scheme, so it needs a
     * state that this service has issued.
     */
    private static boolean carriesItsToken(Request request) {
        return request.bearer().isPresent();
    }

    private static boolean isWorkspaceId(String state) {
        return state.indexOf('.') < 0; // what is sealed has dots
    }

    private Answer available(Request request) {
        Caller caller = Caller.of(request);
        String workspaceId = request.query("workspaceId")
                .orElseThrow(() -> Failure.invalid("Name the workspace with `workspaceId`."));
        installations.managedWorkspace(caller, workspaceId);
        List<ObjectNode> all = host.installationsOf(caller).stream()
                .map(found -> HostAnswers.available(found, installations.boundWorkspace(found)))
                .toList();
        ObjectNode answer = Json.object();
        answer.putArray("installations").addAll(all);
        String state = states.issue(caller, workspaceId);
        answer.put("state", state);
        answer.put(
                "installUrl",
                host.installPage().map(page -> page + "?state=" + state).orElse(null));
        return Answer.json(answer);
    }

    private Answer connect(Request request) {
        Caller caller = Caller.of(request);
        Body body = request.body();
        String workspaceId = body.requiredText("workspaceId");
        long installationId = body.integer("installationId")
                .orElseThrow(() -> Failure.invalid("`installationId` is required and must be a whole number."));
        Workspace workspace = installations.managedWorkspace(caller, workspaceId);
        installations.connect(caller, installationId, workspace.id());
        return Answer.json(Map.of("connected", true, "installationId", installationId, "workspaceId", workspace.id()));
    }

    private Answer createFromTemplate(Request request) {
        Caller caller = Caller.of(request);
        Body body = request.body();
        Workspace workspace = installations.workspace(caller, body.text("workspaceId"), Capability.CONNECT_GIT_HOST);
        NewRepository wanted = NewRepository.parse(body);
        return Answer.json(HostAnswers.created(host.create(caller, installations.servingOrFail(workspace), wanted)));
    }

    /** The name from {@code repo=owner/repo}, or from two parameters as older clients send them. */
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
