package cms.format;

import cms.format.text.JsonReader;
import cms.format.text.MalformedText;
import cms.platform.json.ValueBudget;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** One file of content, read as far as it can be read. */
public sealed interface ContentFile {
    /** A JSON file; a collection that is stored as a list of objects with {@code id} is turned into a map. */
    record Json(ObjectNode members) implements ContentFile {}

    /** A document. */
    record Markdown(MarkdownFile file) implements ContentFile {}

    /**
     * A file that cannot be read; it becomes a finding and is never overwritten.
     *
     * @param path the path inside the repository
     * @param line the line of the error, counted from 1; 0 when no line is to blame
     * @param message the fault in a sentence that is safe to show
     */
    record Unreadable(String path, int line, String message) implements ContentFile {
        /** Whether an object of its JSON has a member twice, such as a model a field. */
        public boolean repeatsMember() {
            return message.equals(JsonReader.TWICE);
        }
    }

    /** The members of a JSON file that is there and can be read. */
    static Optional<ObjectNode> members(Optional<ContentFile> file) {
        return file.flatMap(read -> read instanceof Json(ObjectNode members) ? Optional.of(members) : Optional.empty());
    }

    /** Whether a JSON file is missing, or can be read. */
    static boolean isReadable(Optional<ContentFile> file) {
        return file.isEmpty() || members(file).isPresent();
    }

    /** Parses the bytes of a file by the meaning of its path; never fails. */
    static ContentFile read(ContentPath where, String path, byte[] bytes) {
        return read(where, path, bytes, budget());
    }

    /** A new budget for the values of one file. */
    static ValueBudget budget() {
        return ValueBudget.of(FormatLimits.FILE_VALUES_MAX);
    }

    /**
     * Parses as {@link #read(ContentPath, String, byte[])}, charged to a budget that tells afterwards how many bytes of
     * the heap the file takes.
     */
    static ContentFile read(ContentPath where, String path, byte[] bytes, ValueBudget budget) {
        return switch (where) {
            case ContentPath.Document document -> MarkdownFile.parse(path, bytes, budget);
            case ContentPath.Entries(ModelDefinition model, String locale)
            when model.kind() == ModelKind.COLLECTION -> collection(path, bytes, budget);
            case ContentPath.Entries entries -> json(path, bytes, budget);
            case ContentPath.Config config -> json(path, bytes, budget);
            case ContentPath.Vocabulary terms -> json(path, bytes, budget);
            case ContentPath.Context context -> json(path, bytes, budget);
            case ContentPath.Model model -> json(path, bytes, budget);
            case ContentPath.Meta meta -> json(path, bytes, budget);
            case ContentPath.DocumentMeta meta -> json(path, bytes, budget);
            case ContentPath.Elsewhere elsewhere -> json(path, bytes, budget);
        };
    }

    /** Reads a file whose root is one object: every JSON file but a collection. */
    static ContentFile json(String path, byte[] bytes) {
        return json(path, bytes, budget());
    }

    private static ContentFile json(String path, byte[] bytes, ValueBudget budget) {
        try {
            return object(path, JsonReader.read(bytes, budget));
        } catch (MalformedText malformed) {
            return new Unreadable(path, malformed.line(), malformed.message());
        }
    }

    /** Reads a map of entries, or a list of entries that carry their {@code id} (reference 2.1). */
    static ContentFile collection(String path, byte[] bytes) {
        return collection(path, bytes, budget());
    }

    private static ContentFile collection(String path, byte[] bytes, ValueBudget budget) {
        try {
            JsonNode root = JsonReader.read(bytes, budget);
            return root instanceof ArrayNode list ? byId(path, list) : object(path, root);
        } catch (MalformedText malformed) {
            return new Unreadable(path, malformed.line(), malformed.message());
        }
    }

    private static ContentFile object(String path, JsonNode root) {
        return root instanceof ObjectNode members
                ? new Json(members)
                : new Unreadable(path, 1, "The file does not hold a JSON object.");
    }

    private static ContentFile byId(String path, ArrayNode list) {
        ObjectNode entries = JsonNodeFactory.instance.objectNode();
        for (JsonNode item : list.values()) {
            if (!(item instanceof ObjectNode entry) || !entry.path("id").isString()) {
                return new Unreadable(path, 0, "The file is a list, but an item of it has no text as its id.");
            }
            String id = entry.path("id").stringValue();
            if (entries.has(id)) {
                return new Unreadable(path, 0, "Two items of the list have the id '" + id + "'.");
            }
            entries.set(id, entry.deepCopy().without("id"));
        }
        return new Json(entries);
    }
}
