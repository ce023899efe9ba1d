package cms.mcp.apps;

import cms.auth.Auth;
import cms.auth.Caller;
import cms.auth.Sessions.Visit;
import cms.plan.Feature;
import cms.plan.Plans;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.limits.Limits;
import cms.project.Project;
import cms.project.ProjectAccess;
import cms.project.Projects;
import cms.workspace.Workspaces;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** {@code /api/oauth/authorize}: asks a person in a browser for consent, at every connection of an app. */
final class AuthorizeRoutes {
    static final String PATH = "/api/oauth/authorize";

    /** Others are ignored (RFC 6749, 3.1). */
    private static final String QUERY = "{?client_id,redirect_uri,response_type,code_challenge,code_challenge_method,"
            + "state,scope,resource,prompt,others*}";

    /** Longest query; the redirect back from signing in would lose a longer one. */
    private static final int QUERY_CHARS_MAX = 1_900;

    private final Plans plans;
    private final ServerUrls issuer;
    private final Auth auth;
    private final Workspaces workspaces;
    private final Projects projects;
    private final Made made;

    /** The registered clients, the grants and the open consent forms. */
    record Made(Clients clients, Grants grants, ConsentForms forms) {}

    AuthorizeRoutes(Plans plans, ServerUrls issuer, Auth auth, Workspaces workspaces, Projects projects, Made made) {
        this.plans = plans;
        this.issuer = issuer;
        this.auth = auth;
        this.workspaces = workspaces;
        this.projects = projects;
        this.made = made;
    }

    void mount(Routes routes) {
        routes.on(Surface.SIGN_IN)
                .refusing(ConsentPage::problem)
                .limitedPerAddress(Limits.OAUTH_AUTHORIZE.rate())
                .get(PATH + QUERY, this::ask)
                .post(PATH + QUERY, this::decide);
    }

    private Answer ask(Request request) {
        return switch (read(request)) {
            case AuthorizationRequest.Reading.Wrong wrong -> sendError(request, wrong);
            case AuthorizationRequest.Reading.Good(AuthorizationRequest wanted) ->
                auth.sessions()
                        .visiting(request)
                        .map(visit -> ask(request, wanted, visit))
                        .orElseGet(() -> ConsentPage.signIn(wanted.client(), auth.waysToSignIn(), here(request)));
        };
    }

    private Answer ask(Request request, AuthorizationRequest wanted, Visit visit) {
        Answer page = ConsentPage.ask(new ConsentPage.Question(
                wanted,
                visit.caller(),
                offered(visit.caller(), wanted),
                here(request),
                made.forms().make(visit.sessionId(), request.queryString()),
                made.grants().earlier(visit.caller().userId(), wanted.client().id())));
        return visit.renewed().map(page::withCookie).orElse(page);
    }

    private Answer decide(Request request) {
        return switch (read(request)) {
            case AuthorizationRequest.Reading.Wrong wrong -> sendError(request, wrong);
            case AuthorizationRequest.Reading.Good(AuthorizationRequest wanted) -> {
                Visit visit = auth.sessions()
                        .visiting(request)
                        .orElseThrow(
                                () -> Failure.forbidden("You are not signed in any more; begin in the app again."));
                FormFields fields = FormFields.of(request);
                made.forms().take(fields.required("form"), visit.sessionId(), request.queryString());
                Answer answer = sendBack(decided(wanted, visit.caller(), fields));
                yield visit.renewed().map(answer::withCookie).orElse(answer);
            }
        };
    }

    /**
     * Sends an error to the app. To a site the browser is redirected only where somebody is signed in; else a page says
     * where it leads, as anybody can register any site (RFC 9700, 4.11.2).
     */
    private Answer sendError(Request request, AuthorizationRequest.Reading.Wrong wrong) {
        Answer back = sendBack(wrong.location());
        if (!RedirectRule.isSite(wrong.redirectUri())) {
            return back;
        }
        Optional<Visit> visit = auth.sessions().visiting(request);
        return visit.map(known -> known.renewed().map(back::withCookie).orElse(back))
                .orElseGet(() -> ConsentPage.wayBack(wrong));
    }

    private String decided(AuthorizationRequest wanted, Caller caller, FormFields fields) {
        Set<AppScope> scopes = fields.all("scope").stream()
                .flatMap(name -> AppScope.of(name).stream())
                .filter(wanted.scopes()::contains)
                .collect(Collectors.toSet());
        if (!fields.required("decision").equals("allow") || scopes.isEmpty()) {
            return wanted.denied(issuer);
        }
        String picked = fields.required("project");
        Project project = offered(caller, wanted).stream()
                .filter(one -> one.id().equals(picked))
                .findFirst()
                .orElseThrow(AuthorizeRoutes::noProject);
        Grants.Allowed allowed =
                new Grants.Allowed(wanted, caller.userId(), project.workspaceId(), project.id(), scopes);
        return wanted.answered(issuer, made.grants().allow(allowed));
    }

    private AuthorizationRequest.Reading read(Request request) {
        if (request.queryString().length() > QUERY_CHARS_MAX) {
            throw Failure.invalid("The app's request is longer than " + QUERY_CHARS_MAX + " characters.");
        }
        return AuthorizationRequest.read(request, made.clients(), issuer);
    }

    /** The person's projects whose plan has remote tools; only the one that the app asks for, if it asks for one. */
    private List<Project> offered(Caller caller, AuthorizationRequest wanted) {
        Optional<String> only = wanted.projectId();
        List<Project> offered = workspaces.of(caller).stream()
                .filter(membership -> plans.allows(membership.workspace().plan(), Feature.API_MCP_CLOUD))
                .flatMap(membership ->
                        projects.standings(caller, membership.workspace().id()).stream())
                .map(ProjectAccess::project)
                .filter(project -> only.isEmpty() || only.get().equals(project.id()))
                .toList();
        if (offered.isEmpty()) {
            throw noProject();
        }
        return offered;
    }

    private static Failure noProject() {
        return Failure.invalid(
                "There is no such project among yours, or its workspace's plan has no remote tools; ask an admin.");
    }

    private static String here(Request request) {
        return PATH + "?" + request.queryString();
    }

    private static Answer sendBack(String location) {
        return Answer.redirect(location).withStatus(303).withHeader("Referrer-Policy", "no-referrer");
    }
}
