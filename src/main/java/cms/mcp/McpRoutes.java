package cms.mcp;

import cms.mcp.protocol.Endpoint;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.http.Answer;
import cms.platform.http.CrossOrigin;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/** The endpoint of remote tools (spec 4.11), and the card that tells clients about it. */
final class McpRoutes {
    private static final String ENDPOINT = "/api/mcp/v1/{projectId}/mcp";
    private static final String CARD = "/api/mcp/v1/mcp/server-card";
    private static final String CATALOG = "/.well-known/ai-catalog.json";
    private static final long BODY_BYTES_MAX = 4L * 1024 * 1024;

    private final RemoteToolParts parts;
    private final Gate gate;
    private final Endpoint endpoint;
    private final CallerTools.Shared shared;
    private final String version;

    McpRoutes(RemoteToolParts parts, Gate gate, Endpoint endpoint, CallerTools.Shared shared, String version) {
        this.parts = parts;
        this.gate = gate;
        this.endpoint = endpoint;
        this.shared = shared;
        this.version = version;
    }

    void mount(Routes routes) {
        CrossOrigin pages = CrossOrigin.only(
                        parts.origins(),
                        "Authorization",
                        "Content-Type",
                        "Accept",
                        "Mcp-Session-Id",
                        "MCP-Protocol-Version",
                        "Mcp-Method",
                        "Mcp-Name",
                        "Last-Event-ID")
                .exposing("Mcp-Session-Id", "WWW-Authenticate", "Retry-After");
        routes.on(Surface.KEYED)
                .taking(BODY_BYTES_MAX)
                .openTo(parts.local() ? pages.andLoopback() : pages)
                .refusing(Refusal::answer)
                .post(ENDPOINT, this::post)
                .get(ENDPOINT, this::stream)
                .delete(ENDPOINT, this::end);
        routes.on(Surface.PUBLIC).get(CARD, request -> Answer.json(card())).get(CATALOG, this::catalog);
    }

    private Answer post(Request request) {
        RemoteCaller caller = gate.admit(request);
        String type = request.header("Content-Type").orElse("").toLowerCase(Locale.ROOT);
        if (!type.split(";", 2)[0].strip().equals("application/json")) {
            throw Failure.of(FailureKind.UNSUPPORTED_MEDIA_TYPE, "Send JSON, with Content-Type: application/json.");
        }
        return endpoint.post(request, client(caller));
    }

    private Answer stream(Request request) {
        return endpoint.stream(request, client(gate.admit(request)));
    }

    private Answer end(Request request) {
        return endpoint.end(request, client(gate.admit(request)));
    }

    private Endpoint.Client client(RemoteCaller caller) {
        return new Endpoint.Client(caller.owner(), new CallerTools(shared, caller), caller.good());
    }

    private ObjectNode card() {
        ObjectNode card = Json.object()
                .put("name", RemoteTools.NAME)
                .put("title", RemoteTools.TITLE)
                .put("version", version)
                .put("description", RemoteTools.INSTRUCTIONS);
        ObjectNode remote = card.putArray("remotes").addObject();
        remote.put("type", "streamable-http").put("url", parts.publicUrl() + "/api/mcp/v1/{projectId}/mcp");
        remote.putArray("headers")
                .addObject()
                .put("name", "Authorization")
                .put("description", "Bearer and a key of the project")
                .put("isRequired", true)
                .put("isSecret", true);
        return card;
    }

    private Answer catalog(Request request) {
        ObjectNode json = Json.object();
        json.putArray("entries")
                .addObject()
                .put("identifier", RemoteTools.NAME)
                .put("displayName", RemoteTools.TITLE)
                .put("mediaType", "application/mcp-server-card+json")
                .put("url", parts.publicUrl() + CARD);
        return Answer.json(json);
    }
}
