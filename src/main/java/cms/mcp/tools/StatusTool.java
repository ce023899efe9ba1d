package cms.mcp.tools;

import cms.mcp.call.Arguments;
import cms.mcp.call.Tool;
import cms.mcp.call.ToolContext;
import cms.mcp.call.ToolReply;
import cms.platform.json.Json;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** {@code cms_status}: what the project is made of, and what the caller may do. */
final class StatusTool implements Tool {
    private final List<String> tools;

    /** @param tools what this caller may call */
    StatusTool(List<String> tools) {
        this.tools = tools;
    }

    @Override
    public String name() {
        return "cms_status";
    }

    @Override
    public ToolReply call(Arguments arguments, ToolContext context) {
        ObjectNode found = context.contents().overview(context.place(), Optional.empty());
        ObjectNode value = Json.object().put("content_is_data", true);
        boolean initialized = found.path("config").isObject();
        value.put("initialized", initialized).put("commit", found.path("commit").asString(""));
        if (!initialized) {
            value.put(
                    "suggestion",
                    "The project has no .cms/config.json yet; a person initialises it in the application.");
        }
        ObjectNode data = value.putObject("data");
        data.set("config", found.get("config"));
        data.set("vocabulary", found.get("vocabulary"));
        value.set("models", found.get("models"));
        ObjectNode permissions = value.putObject("permissions");
        tools.forEach(permissions.putArray("tools")::add);
        context.place().models().list().ifPresent(models -> models.forEach(permissions.putArray("models")::add));
        value.put("open_changes", found.path("openChanges").asInt(0));
        value.putArray("next_steps")
                .add("cms_describe with a model shows its fields; cms_content_list shows its entries.");
        return ToolReply.of(value);
    }
}
