package cms.mcp.apps;

import cms.platform.http.Answer;
import cms.platform.http.CrossOrigin;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Routes of the metadata of the authorization server (RFC 8414) and of its resources (RFC 9728). */
final class MetadataRoutes {
    private static final String RESOURCE = "/.well-known/oauth-protected-resource";

    private final ServerUrls issuer;

    MetadataRoutes(ServerUrls issuer) {
        this.issuer = issuer;
    }

    void mount(Routes routes) {
        routes.on(Surface.PUBLIC)
                .openTo(CrossOrigin.any("MCP-Protocol-Version"))
                .get("/.well-known/oauth-authorization-server{?others*}", request -> cached(server()))
                .get(RESOURCE + "/api/mcp/v1/mcp{?others*}", request -> cached(resource(issuer.appEndpoint())))
                .get(RESOURCE + "/api/mcp/v1/{projectId}/mcp{?others*}", this::ofProject);
    }

    private ObjectNode server() {
        ObjectNode json = Json.object()
                .put("issuer", issuer.url())
                .put("authorization_endpoint", issuer.url() + AuthorizeRoutes.PATH)
                .put("token_endpoint", issuer.url() + "/api/oauth/token")
                .put("registration_endpoint", issuer.url() + "/api/oauth/register")
                .put("revocation_endpoint", issuer.url() + "/api/oauth/revoke");
        json.putArray("response_types_supported").add("code");
        json.putArray("response_modes_supported").add("query");
        json.putArray("grant_types_supported").add("authorization_code").add("refresh_token");
        json.putArray("code_challenge_methods_supported").add("S256");
        json.putArray("token_endpoint_auth_methods_supported").add("none");
        json.putArray("revocation_endpoint_auth_methods_supported").add("none");
        addScopes(json.putArray("scopes_supported"));
        return json.put("client_id_metadata_document_supported", true)
                .put("authorization_response_iss_parameter_supported", true);
    }

    /** The metadata of a project's endpoint, equal for known and unknown projects. */
    private Answer ofProject(Request request) {
        return cached(resource(issuer.projectEndpoint(request.pathParameter("projectId"))));
    }

    private ObjectNode resource(String url) {
        ObjectNode json = Json.object().put("resource", url).put("resource_name", "cms");
        json.putArray("authorization_servers").add(issuer.url());
        json.putArray("bearer_methods_supported").add("header");
        addScopes(json.putArray("scopes_supported"));
        return json;
    }

    private static void addScopes(ArrayNode to) {
        for (AppScope scope : AppScope.values()) {
            to.add(scope.wireName());
        }
    }

    private static Answer cached(ObjectNode json) {
        return Answer.json(json).withHeader("Cache-Control", "public, max-age=300");
    }
}
