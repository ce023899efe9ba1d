package cms.format.merge;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A person's decision about one {@link Conflict}; path, entry and field are those of its place. */
public record Resolution(
        String path, @Nullable String entry, @Nullable String field, Take take) {
    /** Whether a value stands that neither side has written. */
    public boolean isOwnValue() {
        return take instanceof Value;
    }

    /** What is decided about: two decisions about one spot are one too many. */
    public record Spot(
            String path, @Nullable String entry, @Nullable String field) {}

    public Spot spot() {
        return new Spot(path, entry, field);
    }

    /** The same in words, to be shown. */
    public String place() {
        return path + (entry == null ? "" : ", entry " + entry) + (field == null ? "" : ", field " + field);
    }

    /** Which value stands. */
    public sealed interface Take {}

    public record Ours() implements Take {}

    public record Theirs() implements Take {}

    /** Another value than either side's; JSON null removes it. */
    public record Value(JsonNode value) implements Take {}
}
