package cms.format;

import cms.format.text.JsonWriter;
import tools.jackson.databind.JsonNode;

/** The one written form of every JSON file (spec 2.7, reference 2.1, design 2.2). */
public final class CanonicalJson {
    private CanonicalJson() {}

    /**
     * What {@code JSON.stringify(value, null, 2)} prints for the value with sorted keys and without nulls in objects,
     * in UTF-8, with one line break at the end.
     */
    public static byte[] bytes(JsonNode value) {
        return JsonWriter.canonical(value);
    }
}
