package cms.mcp;

import cms.access.Capability;
import cms.platform.http.Answer;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import cms.project.Projects;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import tools.jackson.databind.node.ObjectNode;

/** Routes with the settings by which a person connects a client to this project's tools. */
final class ConnectRoutes {
    private static final String KEY = "YOUR_KEY";

    private final Projects projects;
    private final RemoteToolParts.RemoteToolSettings settings;

    ConnectRoutes(RemoteToolParts.RemoteToolSettings settings, Projects projects) {
        this.settings = settings;
        this.projects = projects;
    }

    void mount(Routes routes) {
        routes.on(Surface.SESSION).get("/api/workspaces/{workspaceId}/projects/{projectId}/mcp/connect", this::connect);
    }

    private Answer connect(Request request) {
        String projectId = projects.access()
                .require(request, Capability.VIEW_PROJECT)
                .project()
                .id();
        String endpoint = settings.publicUrl() + "/api/mcp/v1/" + projectId + "/mcp";
        ObjectNode json = Json.object()
                .put("endpoint", endpoint)
                .put("appEndpoint", settings.managed() ? settings.publicUrl() + "/api/mcp/v1/mcp" : null);
        ObjectNode links = json.putObject("links");
        links.put("cursor", "cursor://anysphere.cursor-deeplink/mcp/install?name=cms&config=" + cursor(endpoint));
        links.put("vscode", "vscode:mcp/install?" + encode(Json.text(vscode(endpoint))));
        json.putObject("snippets")
                .put(
                        "claude",
                        "claude mcp add --transport http cms " + endpoint + " --header \"Authorization: Bearer " + KEY
                                + "\"")
                .put("codex", "[mcp_servers.cms]\nurl = \"" + endpoint + "\"\nbearer_token_env_var = \"CMS_MCP_KEY\"\n")
                .put(
                        "inspector",
                        "npx @modelcontextprotocol/inspector --cli " + endpoint
                                + " --transport http --method tools/list --header \"Authorization: Bearer " + KEY
                                + "\"");
        json.set("registry", registry(endpoint));
        return Answer.json(json);
    }

    private static String cursor(String endpoint) {
        ObjectNode config = Json.object().put("url", endpoint);
        config.putObject("headers").put("Authorization", "Bearer " + KEY);
        return encode(Base64.getEncoder().encodeToString(Json.bytes(config)));
    }

    private static ObjectNode vscode(String endpoint) {
        ObjectNode config = Json.object().put("name", "cms").put("type", "http").put("url", endpoint);
        config.putObject("headers").put("Authorization", "Bearer " + KEY);
        return config;
    }

    /** A {@code server.json} of the registry, with the name that the host of this service gives. */
    private ObjectNode registry(String endpoint) {
        ObjectNode json = Json.object()
                .put("$schema", "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json")
                .put("name", settings.registryName())
                .put("title", RemoteTools.TITLE)
                .put("description", "Content of one project: models, entries, validation.")
                .put("version", settings.version());
        ObjectNode remote = json.putArray("remotes").addObject();
        remote.put("type", "streamable-http").put("url", endpoint);
        remote.putArray("headers")
                .addObject()
                .put("name", "Authorization")
                .put("description", "Bearer and a key of the project")
                .put("isRequired", true)
                .put("isSecret", true);
        return json;
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
