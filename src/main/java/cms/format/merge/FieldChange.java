package cms.format.merge;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** One value that differs between two versions of a file; null for a version that does not have it. */
public record FieldChange(
        ValueAddress place,
        @Nullable JsonNode before,
        @Nullable JsonNode after) {
    /** The kind of change, seen from the older version. */
    public enum Kind {
        ADDED,
        MODIFIED,
        REMOVED
    }

    public Kind kind() {
        if (before == null) {
            return Kind.ADDED;
        }
        return after == null ? Kind.REMOVED : Kind.MODIFIED;
    }

    /** About how many characters both values have when they are printed. */
    public long characters() {
        return Conflict.characters(before) + Conflict.characters(after);
    }

    /** About how many bytes of the heap it takes. */
    public long heldBytes() {
        return place.heldBytes() + Conflict.heldBytes(before) + Conflict.heldBytes(after);
    }

    /** {@code { path, model, locale, entry, field, kind, before, after }}. */
    public ObjectNode json() {
        ObjectNode json = place.writeTo(JsonNodeFactory.instance.objectNode());
        json.put("kind", kind().name().toLowerCase(Locale.ROOT));
        json.set("before", Conflict.orNull(before));
        json.set("after", Conflict.orNull(after));
        return json;
    }
}
