package cms.agent.tools;

import cms.access.Capability;
import cms.agent.desk.Tool;
import cms.agent.desk.ToolInput;
import cms.agent.desk.ToolResult;
import cms.agent.desk.Work;
import cms.format.ModelDefinition;
import cms.platform.json.Json;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code list_models}: the models, with their fields in short and the number of their entries. */
final class ListModelsTool implements Tool {
    @Override
    public String name() {
        return "list_models";
    }

    @Override
    public Capability least() {
        return Capability.READ_CONTENT;
    }

    @Override
    public ToolResult run(ToolInput input, Work work) {
        ObjectNode value = Json.object();
        ArrayNode models = value.putArray("models");
        ObjectNode overview = work.overview();
        for (ModelDefinition model : work.models()) {
            if (input.text("kind")
                    .map(kind -> model.kind().wireName().equals(kind))
                    .orElse(true)) {
                ObjectNode shown = models.addObject()
                        .put("id", model.id())
                        .put("name", model.name())
                        .put("kind", model.kind().wireName())
                        .put("domain", model.domain())
                        .put("i18n", model.i18n());
                shown.set("entries", entries(overview, model.id()));
                ObjectNode fields = shown.putObject("fields");
                model.fields()
                        .forEach((name, field) -> fields.put(name, field.typeName() + (field.required() ? "!" : "")));
            }
        }
        return ToolResult.of(value.put("total", models.size()));
    }

    private static JsonNode entries(ObjectNode overview, String id) {
        return overview.path("models")
                .valueStream()
                .filter(model -> model.path("id").asString("").equals(id))
                .map(model -> model.path("entries"))
                .findFirst()
                .orElseGet(Json::object);
    }
}
