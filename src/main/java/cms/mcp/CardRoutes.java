package cms.mcp;

import cms.mcp.protocol.Revision;
import cms.platform.http.Answer;
import cms.platform.http.CrossOrigin;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Routes that a client reads before it connects: the server card (SEP-2127), and the catalogue that leads to it. */
final class CardRoutes {
    private static final String CARD = "/api/mcp/v1/mcp/server-card";
    private static final String CATALOG = "/.well-known/ai-catalog.json";
    private static final String CARD_TYPE = "application/mcp-server-card+json";
    private static final String DESCRIPTION = "Content of one project: models, entries, validation.";

    private final RemoteToolParts.RemoteToolSettings settings;
    private final Optional<String> appEndpoint;

    /** @param appEndpoint empty where people cannot connect any apps */
    CardRoutes(RemoteToolParts.RemoteToolSettings settings, Optional<String> appEndpoint) {
        this.settings = settings;
        this.appEndpoint = appEndpoint;
    }

    void mount(Routes routes) {
        routes.on(Surface.PUBLIC)
                .openTo(CrossOrigin.any())
                .get(CARD + "{?others*}", request -> cached(card(), CARD_TYPE))
                .get(CATALOG + "{?others*}", request -> cached(catalog(), "application/json"));
    }

    private ObjectNode card() {
        ObjectNode card = Json.object()
                .put("$schema", "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json")
                .put("name", settings.registryName())
                .put("title", RemoteTools.TITLE)
                .put("version", settings.version())
                .put("description", DESCRIPTION);
        ArrayNode remotes = card.putArray("remotes");
        appEndpoint.ifPresent(url -> remote(remotes, url));
        ObjectNode remote = remote(remotes, settings.publicUrl() + "/api/mcp/v1/{projectId}/mcp");
        remote.putObject("variables")
                .putObject("projectId")
                .put("description", "The id of the project")
                .put("isRequired", true);
        remote.putArray("headers")
                .addObject()
                .put("name", "Authorization")
                .put("description", "Bearer and a key of the project")
                .put("isRequired", true)
                .put("isSecret", true);
        return card;
    }

    private static ObjectNode remote(ArrayNode remotes, String url) {
        ObjectNode remote = remotes.addObject().put("type", "streamable-http").put("url", url);
        Stream.of(Revision.values()).map(Revision::date).forEach(remote.putArray("supportedProtocolVersions")::add);
        return remote;
    }

    private ObjectNode catalog() {
        ObjectNode json = Json.object().put("specVersion", "1.0");
        json.putArray("entries")
                .addObject()
                .put("identifier", "urn:air:" + settings.publicUrl().getHost() + ":cms")
                .put("displayName", RemoteTools.TITLE)
                .put("description", DESCRIPTION)
                .put("version", settings.version())
                .put("type", CARD_TYPE)
                .put("mediaType", CARD_TYPE)
                .put("url", settings.publicUrl() + CARD);
        return json;
    }

    private static Answer cached(ObjectNode json, String type) {
        return Answer.bytes(200, type, Json.bytes(json)).withHeader("Cache-Control", "public, max-age=3600");
    }
}
