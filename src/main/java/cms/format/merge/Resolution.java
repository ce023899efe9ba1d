package cms.format.merge;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A person's decision about one {@link Conflict}; path, entry and field are those of its place. */
public record Resolution(
        String path, @Nullable String entry, @Nullable String field, Take take) {
    /** Whether the decision is for a value of the person's own, which neither side has written. */
    public boolean isOwnValue() {
        return take instanceof Value;
    }

    /** The place that a decision is about; two decisions about one place contradict or repeat each other. */
    public record Target(
            String path, @Nullable String entry, @Nullable String field) {}

    public Target target() {
        return new Target(path, entry, field);
    }

    /** The place in words, to be shown. */
    public String place() {
        return path + (entry == null ? "" : ", entry " + entry) + (field == null ? "" : ", field " + field);
    }

    /** The value that a decision chooses. */
    public sealed interface Take {}

    public record Ours() implements Take {}

    public record Theirs() implements Take {}

    /** Another value than either side's; JSON null removes it. */
    public record Value(JsonNode value) implements Take {}
}
