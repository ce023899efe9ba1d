package cms.content.schema;

import cms.content.api.ConfigRequest;
import cms.content.api.InitRequest;
import cms.content.api.ModelRequest;
import cms.platform.failure.Failure;
import cms.platform.http.Body;
import cms.platform.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Parses the bodies of the routes of models and configuration. */
final class SchemaBodies {
    private static final List<String> NOT_OF_THE_FILE = List.of("newId", "renameFields", "form", "branch", "base");

    private SchemaBodies() {}

    static ModelRequest model(String modelId, Body body) {
        String newId = body.text("newId").orElse(modelId);
        String stated = body.text("id").orElse(newId);
        if (!stated.equals(newId) && !stated.equals(modelId)) {
            throw Failure.invalid("`id` must be the id of the path; send `newId` to rename a model.");
        }
        Map<String, String> renamed = new LinkedHashMap<>();
        body.object("renameFields")
                .ifPresent(names -> names.json().propertyNames().forEach(old -> {
                    renamed.put(old, names.requiredText(old));
                }));
        ObjectNode definition = body.json().deepCopy();
        definition.remove(NOT_OF_THE_FILE);
        return new ModelRequest(modelId, definition, newId, renamed, false);
    }

    static ConfigRequest config(Body body) {
        Optional<Body> locales = body.object("locales");
        return new ConfigRequest(
                body.text("workflow"),
                locales.flatMap(nested -> nested.text("default")),
                locales.flatMap(nested -> nested.texts("supported")),
                body.texts("domains"),
                body.flag("strict"));
    }

    static InitRequest init(Body body) {
        List<ObjectNode> models = models(body);
        ConfigRequest settings = config(body);
        return InitRequest.of(body.text("stack").orElse("other"), settings, models);
    }

    private static List<ObjectNode> models(Body body) {
        JsonNode list = body.node("models").orElseGet(() -> Json.object().putArray("models"));
        if (!list.isArray()) {
            throw Failure.invalid("`models` must be a list of definitions.");
        }
        List<ObjectNode> models = new ArrayList<>();
        for (JsonNode item : list) {
            Body definition = Body.of(item);
            definition.requiredText("id");
            models.add(definition.json());
        }
        return models;
    }
}
