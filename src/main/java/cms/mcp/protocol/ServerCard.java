package cms.mcp.protocol;

import cms.platform.json.Json;
import tools.jackson.databind.node.ObjectNode;

/**
 * The description of this server for clients.
 *
 * @param version of the service
 * @param instructions for the model, the same for all projects, below 512 characters
 */
public record ServerCard(String name, String title, String version, String instructions) {
    ObjectNode info() {
        return Json.object().put("name", name).put("title", title).put("version", version);
    }

    static ObjectNode capabilities() {
        ObjectNode capabilities = Json.object();
        capabilities.putObject("tools").put("listChanged", true);
        capabilities.putObject("resources");
        capabilities.putObject("prompts");
        return capabilities;
    }
}
