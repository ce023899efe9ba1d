package cms.mcp.tools;

import cms.content.api.EntryQuery;
import cms.format.ModelDefinition;
import cms.mcp.call.Arguments;
import cms.mcp.call.Excerpt;
import cms.mcp.call.Tool;
import cms.mcp.call.ToolContext;
import cms.mcp.call.ToolReply;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code cms_describe}: one model, with an example of a save. */
final class DescribeTool implements Tool {
    private static final int FIELDS_BYTES_MAX = 16 * 1024;

    @Override
    public String name() {
        return "cms_describe";
    }

    @Override
    public ToolReply call(Arguments arguments, ToolContext context) {
        ModelDefinition model = model(arguments.required("model"), context);
        JsonNode raw = model.raw();
        ObjectNode value = Json.object()
                .put("id", model.id())
                .put("name", raw.path("name").asString(model.id()))
                .put("kind", model.kind().wireName())
                .put("domain", model.domain())
                .put("i18n", model.i18n())
                .put("title_field", raw.path("title_field").asString(null))
                .put("description", raw.path("description").asString(null));
        addFields(value, raw.path("fields"));
        Optional<String> locale = context.locale(model, arguments.text("locale"));
        var page = context.contents().list(context.place(), EntryQuery.of(model.id(), locale, 1));
        ObjectNode stats =
                value.putObject("stats").put("total_entries", page.total()).put("locale", page.locale());
        stats.set("locales", entries(model, context));
        if (arguments.flag("include_sample") && !page.entries().isEmpty()) {
            value.set("sample", Excerpt.of(page.entries().getFirst().data()));
        }
        value.set("example_save", ExampleSave.of(model));
        value.put(
                "import_snippet",
                importing(model, page.locale(), context.place().project().id()));
        int terms = context.contents()
                .overview(context.place(), Optional.empty())
                .at("/vocabulary/terms")
                .size();
        if (terms > 0) {
            value.put(
                    "vocabulary_hint",
                    "The project has agreed on " + terms + " terms; write them as cms_status shows them under"
                            + " data.vocabulary.terms.");
        }
        return ToolReply.of(value);
    }

    /** @throws Failure NOT_FOUND, with the names of the existing models for callers who may know them */
    static ModelDefinition model(String id, ToolContext context) {
        List<ModelDefinition> models = context.contents().models(context.place(), Optional.empty());
        return models.stream()
                .filter(model -> model.id().equals(id))
                .findFirst()
                .orElseThrow(() -> UnknownName.ofModel(
                        id, models.stream().map(ModelDefinition::id).toList(), context));
    }

    /** The number of entries in each locale. */
    private static JsonNode entries(ModelDefinition model, ToolContext context) {
        return context.contents()
                .overview(context.place(), Optional.empty())
                .path("models")
                .valueStream()
                .filter(one -> one.path("id").asString("").equals(model.id()))
                .map(one -> one.path("entries"))
                .findFirst()
                .orElseGet(Json::object);
    }

    private static void addFields(ObjectNode value, JsonNode all) {
        ObjectNode fields = value.putObject("fields");
        int bytes = 0;
        for (var field : all.properties()) {
            bytes += field.getKey().length() + Json.bytes(field.getValue()).length;
            if (bytes > FIELDS_BYTES_MAX) {
                value.put("truncated", true)
                        .put(
                                "hint",
                                "The model has " + all.size() + " fields; cms_content_list with fields [\"*\"] shows"
                                        + " the members of an entry.");
                return;
            }
            fields.set(field.getKey(), field.getValue());
        }
    }

    /** Example code by which a website reads the model, with the module that the service generates of all models. */
    private static String importing(ModelDefinition model, String locale, String projectId) {
        String call = switch (model.kind()) {
            case COLLECTION -> "entries";
            case DOCUMENT -> "documents";
            case SINGLETON, DICTIONARY -> "single";
        };
        return """
            // types.ts: GET /api/cdn/v1/%1$s/types.ts with a delivery key
            import { createClient } from "./types";
            const content = createClient(process.env.CMS_URL!, "%1$s", process.env.CMS_KEY!);
            const found = await content.%2$s("%3$s", "%4$s");
            """.formatted(projectId, call, model.id(), locale);
    }
}
