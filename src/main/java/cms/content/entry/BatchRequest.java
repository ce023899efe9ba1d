package cms.content.entry;

import cms.content.snapshot.Snapshot;
import cms.format.ModelDefinition;
import cms.format.ModelKind;
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

/** Several saves of one model, in one locale or many, that are carried out together or not at all. */
record BatchRequest(String modelId, List<SaveRequest> saves) {
    static BatchRequest parse(String modelId, Body body) {
        JsonNode items = body.node("items").orElse(Json.object());
        if (!items.isArray() || items.isEmpty()) {
            throw Failure.invalid("`items` is required: a list of saves, each `{ locale?, data, slug?, body? }`.");
        }
        List<SaveRequest> saves = new ArrayList<>();
        items.forEach(item -> saves.add(SaveRequest.parse(modelId, own(Body.of(item)))));
        return new BatchRequest(modelId, List.copyOf(saves));
    }

    /** A batch is one commit: a base or a branch of one of its saves would say nothing, and seem to. */
    private static Body own(Body item) {
        if (item.node("base").isPresent() || item.node("branch").isPresent()) {
            throw Failure.invalid("`base` and `branch` belong beside `items`, because a batch is one commit.");
        }
        return item;
    }

    /** One save a locale: what later saves of the same locale send lies over what earlier ones do. */
    List<SaveRequest> byLocale(Snapshot snapshot, ModelDefinition model) {
        Map<String, SaveRequest> joined = new LinkedHashMap<>();
        for (SaveRequest save : saves) {
            String key = model.i18n() ? save.place().topic(snapshot) : "";
            SaveRequest keyed = model.kind() == ModelKind.DOCUMENT ? bySlug(save) : save;
            joined.merge(key, keyed, (earlier, later) -> join(model.kind(), earlier, later));
        }
        return List.copyOf(joined.values());
    }

    private static SaveRequest bySlug(SaveRequest save) {
        ObjectNode documents = Json.object();
        DocumentSave.sent(save).forEach(documents::set);
        return new SaveRequest(save.place(), documents, Optional.empty(), Optional.empty(), save.schedule());
    }

    private static SaveRequest join(ModelKind kind, SaveRequest earlier, SaveRequest later) {
        if (!later.schedule().equals(earlier.schedule())) {
            throw Failure.invalid("Saves of the same locale must ask for the same schedule.");
        }
        ObjectNode data = earlier.data().deepCopy();
        boolean nested = kind == ModelKind.COLLECTION || kind == ModelKind.DOCUMENT;
        later.data().forEachEntry((key, value) -> {
            if (nested && value instanceof ObjectNode members && data.get(key) instanceof ObjectNode known) {
                known.setAll(members);
            } else {
                data.set(key, value);
            }
        });
        return new SaveRequest(earlier.place(), data, Optional.empty(), Optional.empty(), earlier.schedule());
    }
}
