package cms.mcp.tools;

import cms.mcp.call.Arguments;
import cms.mcp.call.Tool;
import cms.mcp.call.ToolContext;
import cms.mcp.call.ToolReply;
import cms.platform.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code cms_status}: the models and settings of the project, and the caller's rights. */
final class StatusTool implements Tool {
    private static final List<String> CONFIG = List.of("stack", "workflow", "locales", "domains");
    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:+-]{0,63}");
    private static final int TERMS_BYTES_MAX = 4 * 1024;
    private static final int MODELS_BYTES_MAX = 14 * 1024;

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
        if (initialized) {
            value.set("config", config(found.path("config"), context));
        }
        value.putObject("vocabulary").put("size", found.at("/vocabulary/terms").size());
        value.set("context", words(found.path("context")));
        addData(value.putObject("data"), found);
        addModels(value, found.path("models"));
        ObjectNode permissions = value.putObject("permissions");
        context.tools().forEach(permissions.putArray("tools")::add);
        context.place().models().list().ifPresent(models -> models.forEach(permissions.putArray("models")::add));
        value.put("open_changes", found.path("openChanges").asInt(0));
        value.putArray("next_steps")
                .add("cms_describe with a model shows its fields; cms_content_list shows its entries.");
        return ToolReply.of(value);
    }

    /** The parts of the configuration with a fixed form; texts that people wrote freely are under {@code data}. */
    private static ObjectNode config(JsonNode raw, ToolContext context) {
        ObjectNode config =
                Json.object().put("repository", context.place().project().repoFullName());
        CONFIG.stream().filter(raw::has).forEach(name -> config.set(name, words(raw.get(name))));
        return config;
    }

    /** The value without texts other than plain words, such as an id, a locale or a time; null when nothing is left. */
    private static @Nullable JsonNode words(JsonNode value) {
        if (value.isString()) {
            return WORD.matcher(value.asString()).matches() ? value : null;
        }
        if (value instanceof ObjectNode object) {
            ObjectNode kept = Json.object();
            object.properties().stream()
                    .filter(member -> WORD.matcher(member.getKey()).matches())
                    .forEach(member -> kept.set(member.getKey(), words(member.getValue())));
            return kept;
        }
        if (value instanceof ArrayNode list) {
            ArrayNode kept = Json.object().putArray("list");
            list.forEach(item -> kept.add(words(item)));
            return kept;
        }
        return value.isMissingNode() ? null : value;
    }

    private static void addData(ObjectNode data, ObjectNode found) {
        data.set("config", found.get("config"));
        ObjectNode terms = data.putObject("vocabulary").putObject("terms");
        int bytes = 0;
        for (var term : found.at("/vocabulary/terms").properties()) {
            bytes += term.getKey().length() + Json.bytes(term.getValue()).length;
            if (bytes > TERMS_BYTES_MAX) {
                data.put("vocabulary_truncated", true);
                return;
            }
            terms.set(term.getKey(), term.getValue());
        }
    }

    private static void addModels(ObjectNode value, JsonNode found) {
        ArrayNode models = value.putArray("models");
        int bytes = 0;
        for (JsonNode model : found) {
            bytes += Json.bytes(model).length;
            if (bytes > MODELS_BYTES_MAX) {
                value.put("truncated", true)
                        .put("hint", "There are " + found.size() + " models; resources/list names the others.");
                return;
            }
            models.add(model);
        }
    }
}
