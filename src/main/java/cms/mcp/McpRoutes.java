package cms.mcp;

import cms.mcp.apps.AppScope;
import cms.mcp.apps.ConnectedApps;
import cms.mcp.protocol.Endpoint;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.http.Answer;
import cms.platform.http.CrossOrigin;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** The endpoint of remote tools (spec 4.11). */
final class McpRoutes {
    private static final String ENDPOINT = "/api/mcp/v1/{projectId}/mcp";
    private static final String APP_ENDPOINT = "/api/mcp/v1/mcp";
    private static final String OTHERS = "{?others*}";
    private static final long BODY_BYTES_MAX = 4L * 1024 * 1024;

    private final RemoteToolParts.RemoteToolSettings settings;
    private final CallerGate gate;
    private final Endpoint endpoint;
    private final CallerTools.Shared shared;
    private final Optional<ConnectedApps> apps;

    /** @param apps empty where people cannot connect apps; then there is no endpoint for them */
    McpRoutes(
            RemoteToolParts.RemoteToolSettings settings,
            CallerGate gate,
            Endpoint endpoint,
            CallerTools.Shared shared,
            Optional<ConnectedApps> apps) {
        this.settings = settings;
        this.gate = gate;
        this.endpoint = endpoint;
        this.shared = shared;
        this.apps = apps;
    }

    void mount(Routes routes) {
        CrossOrigin pages = CrossOrigin.only(
                        settings.origins(),
                        "Authorization",
                        "Content-Type",
                        "Accept",
                        "Mcp-Session-Id",
                        "MCP-Protocol-Version",
                        "Mcp-Method",
                        "Mcp-Name",
                        "Last-Event-ID")
                .exposing("Mcp-Session-Id", "WWW-Authenticate", "Retry-After");
        Routes.Group endpoints = routes.on(Surface.KEYED)
                .taking(BODY_BYTES_MAX)
                .openTo(settings.local() ? pages.andLoopback() : pages)
                .refusing(ProtocolFailure::answer);
        Stream.of(ENDPOINT, APP_ENDPOINT)
                .filter(path -> path.equals(ENDPOINT) || apps.isPresent())
                .forEach(path -> endpoints
                        .post(path + OTHERS, request -> challenged(request, path, this::post))
                        .get(path + OTHERS, request -> challenged(request, path, this::stream))
                        .delete(path + OTHERS, request -> challenged(request, path, this::end)));
        new CardRoutes(settings, apps.map(ConnectedApps::endpoint)).mount(routes);
    }

    /** Adds to a refusal where a client can begin, if apps can be connected. */
    private Answer challenged(Request request, String path, BiFunction<Request, Optional<String>, Answer> served) {
        Optional<String> project =
                path.equals(ENDPOINT) ? Optional.of(request.pathParameter("projectId")) : Optional.empty();
        try {
            return served.apply(request, project);
        } catch (Failure refused) {
            if (refused.kind() != FailureKind.UNAUTHENTICATED || apps.isEmpty()) {
                throw refused;
            }
            String error = request.bearer().isPresent() ? "invalid_token" : "";
            return ProtocolFailure.answer(refused, apps.get().challenge(project, error, EnumSet.allOf(AppScope.class)));
        }
    }

    private Answer post(Request request, Optional<String> project) {
        RemoteCaller caller = gate.admit(request, project);
        String type = request.header("Content-Type").orElse("").toLowerCase(Locale.ROOT);
        if (!type.split(";", 2)[0].strip().equals("application/json")) {
            throw Failure.of(FailureKind.UNSUPPORTED_MEDIA_TYPE, "Send JSON, with Content-Type: application/json.");
        }
        CallerTools tools = new CallerTools(shared, caller);
        Answer answer = endpoint.post(request, client(caller, tools));
        return tools.missingScope()
                .flatMap(scope -> apps.map(known -> answer.withHeader(
                        "WWW-Authenticate",
                        known.challenge(project, "insufficient_scope", with(caller.scopes(), scope)))))
                .orElse(answer);
    }

    private static Set<AppScope> with(Set<AppScope> scopes, AppScope missing) {
        Set<AppScope> more = EnumSet.of(missing);
        more.addAll(scopes);
        return more;
    }

    private Answer stream(Request request, Optional<String> project) {
        RemoteCaller caller = gate.admit(request, project);
        return endpoint.stream(request, client(caller, new CallerTools(shared, caller)));
    }

    private Answer end(Request request, Optional<String> project) {
        RemoteCaller caller = gate.admit(request, project);
        return endpoint.end(request, client(caller, new CallerTools(shared, caller)));
    }

    private static Endpoint.Client client(RemoteCaller caller, CallerTools tools) {
        return new Endpoint.Client(caller.owner(), tools, caller.good());
    }
}
