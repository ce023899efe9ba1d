package cms.format.merge;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The place of a value in content.
 *
 * @param path the file
 * @param model null for configuration, vocabulary and files that are not content
 * @param locale null where there is none
 * @param entry an entry's id, a document's slug or a term; null where there is none
 * @param field a field, a key, a path such as {@code fields.title.max}, a term's locale, or {@code body}; null for the
 *     whole entry or file
 */
public record ValueAddress(
        String path,
        @Nullable String model,
        @Nullable String locale,
        @Nullable String entry,
        @Nullable String field) {
    private static final int PLACE_BYTES = 200;

    /** About how many bytes of the heap it takes, with the names of the entry and the field. */
    public long heldBytes() {
        return PLACE_BYTES + 2L * (length(entry) + length(field));
    }

    private static int length(@Nullable String name) {
        return name == null ? 0 : name.length();
    }

    ObjectNode writeTo(ObjectNode object) {
        return object.put("path", path)
                .put("model", model)
                .put("locale", locale)
                .put("entry", entry)
                .put("field", field);
    }
}
