package cms.format.merge;

import cms.platform.json.ValueBudget;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** One value that both sides changed differently; null for a side that does not have it. */
public record Conflict(
        ValueAddress place,
        @Nullable JsonNode base,
        @Nullable JsonNode ours,
        @Nullable JsonNode theirs) {

    /** {@code { path, model, locale, entry, field, base, ours, theirs }}. */
    public ObjectNode json() {
        ObjectNode json = place.writeTo(JsonNodeFactory.instance.objectNode());
        json.set("base", orNull(base));
        json.set("ours", orNull(ours));
        json.set("theirs", orNull(theirs));
        return json;
    }

    /** About how many bytes of the heap it takes. */
    public long heldBytes() {
        return place.heldBytes() + heldBytes(base) + heldBytes(ours) + heldBytes(theirs);
    }

    static long heldBytes(@Nullable JsonNode value) {
        return value == null ? 0 : ValueBudget.bytesOf(value) + 2 * characters(value);
    }

    static long characters(@Nullable JsonNode value) {
        return value == null ? 0 : ValueBudget.charactersOf(value);
    }

    static JsonNode orNull(@Nullable JsonNode value) {
        return value == null ? JsonNodeFactory.instance.nullNode() : value;
    }
}
