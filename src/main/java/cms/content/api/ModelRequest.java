package cms.content.api;

import cms.format.ContentNames;
import cms.format.ModelDefinition;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * A request to write a model.
 *
 * @param definition the members of its file, without {@code form}, which has a verb of its own; {@code id} is put in
 * @param newId the id that it is going to have; the same as before unless it is renamed
 * @param renamedFields the new names of top-level fields by their old ones
 * @param isNew whether there may be no model of this id yet
 */
public record ModelRequest(
        String modelId, ObjectNode definition, String newId, Map<String, String> renamedFields, boolean isNew) {
    /** @throws Failure INVALID for an id that no model may have */
    public ModelRequest {
        if (!ContentNames.isModelId(newId)) {
            throw Failure.invalid("A model id has small letters and digits in groups joined by hyphens.");
        }
        definition = definition.deepCopy().without("form").put("id", newId);
        renamedFields = Map.copyOf(renamedFields);
    }

    /** A model that keeps its id and the names of its fields. */
    public static ModelRequest of(String modelId, ObjectNode definition) {
        return new ModelRequest(modelId, definition, modelId, Map.of(), false);
    }

    /**
     * A model as a tool sends it: the sent members laid over the stored definition, which keeps members that were not
     * sent. A new model is translated unless {@code i18n} is false.
     *
     * @param stored empty when there is no such model yet
     * @param sent members of a model's file; others are for the caller to leave out
     */
    public static ModelRequest over(Optional<ModelDefinition> stored, String modelId, ObjectNode sent) {
        ObjectNode definition = stored.map(model -> model.raw().deepCopy()).orElseGet(Json::object);
        sent.properties().forEach(member -> definition.set(member.getKey(), member.getValue()));
        if (!definition.has("i18n")) {
            definition.put("i18n", stored.map(ModelDefinition::i18n).orElse(true));
        }
        return of(modelId, definition);
    }

    /** A copy that fails where a model of this id exists. */
    public ModelRequest asNew() {
        return new ModelRequest(modelId, definition, newId, renamedFields, true);
    }

    public boolean renames() {
        return !newId.equals(modelId);
    }
}
