package cms.content.schema;

import cms.format.ContentNames;
import cms.platform.failure.Failure;
import cms.platform.http.Body;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/**
 * A model as it is going to be.
 *
 * @param definition the members of its file, without {@code form}, which has a route of its own
 * @param newId the id that it is going to have; the same as before unless it is renamed
 * @param renamedFields the new names of top-level fields by their old ones
 */
record ModelRequest(String modelId, ObjectNode definition, String newId, Map<String, String> renamedFields) {
    private static final List<String> NOT_OF_THE_FILE = List.of("newId", "renameFields", "form", "branch", "base");

    static ModelRequest parse(String modelId, Body body) {
        String newId = body.text("newId").orElse(modelId);
        String stated = body.text("id").orElse(newId);
        if (!stated.equals(newId) && !stated.equals(modelId)) {
            throw Failure.invalid("`id` must be the id of the path; send `newId` to rename a model.");
        }
        if (!ContentNames.isModelId(newId)) {
            throw Failure.invalid("A model id has small letters and digits in groups joined by hyphens.");
        }
        Map<String, String> renamed = new LinkedHashMap<>();
        body.object("renameFields")
                .ifPresent(names -> names.json().propertyNames().forEach(old -> {
                    renamed.put(old, names.requiredText(old));
                }));
        ObjectNode definition = body.json().deepCopy();
        definition.remove(NOT_OF_THE_FILE);
        return new ModelRequest(modelId, definition.put("id", newId), newId, Map.copyOf(renamed));
    }

    boolean renames() {
        return !newId.equals(modelId);
    }
}
