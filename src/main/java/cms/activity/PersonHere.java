package cms.activity;

import cms.platform.json.Json;
import tools.jackson.databind.node.ObjectNode;

/**
 * Where a person is in the content of a project. Texts are empty where the report has none.
 *
 * @param model empty where the person has left
 */
record PersonHere(String userId, String name, String model, String locale, String entry, String field) {
    static PersonHere departure(String userId) {
        return new PersonHere(userId, "", "", "", "", "");
    }

    boolean isDeparture() {
        return model.isEmpty();
    }

    ObjectNode json() {
        ObjectNode json = Json.object().put("user", userId).put("name", name).put("model", model);
        put(json, "locale", locale);
        put(json, "entry", entry);
        put(json, "field", field);
        return json;
    }

    private static void put(ObjectNode json, String name, String value) {
        if (!value.isEmpty()) {
            json.put(name, value);
        }
    }
}
