package cms.format.merge;

import cms.format.CanonicalJson;
import cms.format.ContentFile;
import cms.format.ContentPath;
import cms.format.MarkdownFile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The values that differ between two versions of one file of content. */
public final class FieldDiff {
    private static final ObjectNode NOTHING = JsonNodeFactory.instance.objectNode();

    private final String path;
    private final ContentPath where;
    private final FileShape shape;
    private final List<FieldChange> changes = new ArrayList<>();
    private final List<String> names = new ArrayList<>();

    private FieldDiff(String path, ContentPath where) {
        this.path = path;
        this.where = where;
        this.shape = FileShape.of(where);
    }

    /**
     * Compares two versions; null stands for a version without the file. A new or removed entry counts each of its
     * fields. A version that cannot be read is one change of the whole file; a file that is no content has none.
     */
    public static List<FieldChange> between(
            String path, ContentPath where, byte @Nullable [] before, byte @Nullable [] after) {
        FieldDiff diff = new FieldDiff(path, where);
        if (compares(where)) {
            diff.run(before, after);
        }
        return List.copyOf(diff.changes);
    }

    /** Whether files at such a path are compared value by value; others have no values. */
    public static boolean compares(ContentPath where) {
        FileShape shape = FileShape.of(where);
        return shape != FileShape.TEXT && shape != FileShape.CONTEXT;
    }

    /** The place of a file as a whole. */
    public static ValueAddress place(String path, ContentPath where) {
        return FileShape.of(where).place(path, where, List.of());
    }

    private void run(byte @Nullable [] before, byte @Nullable [] after) {
        Optional<ObjectNode> old = members(before);
        Optional<ObjectNode> now = members(after);
        if (old.isPresent() && now.isPresent()) {
            compare(old.get(), now.get());
        } else {
            changes.add(new FieldChange(shape.place(path, where, names), text(before), text(after)));
        }
    }

    private void compare(ObjectNode before, ObjectNode after) {
        Set<String> all = new LinkedHashSet<>(before.propertyNames());
        all.addAll(after.propertyNames());
        for (String name : all) {
            names.addLast(name);
            compare(present(before, name), present(after, name));
            names.removeLast();
        }
    }

    private void compare(@Nullable JsonNode before, @Nullable JsonNode after) {
        if (CanonicalJson.same(before, after)) {
            return;
        }
        boolean entry = shape == FileShape.ENTRIES && names.size() == 1;
        boolean objects = before instanceof ObjectNode && after instanceof ObjectNode;
        int seen = changes.size();
        if (names.size() < shape.depth() && (objects || entry)) {
            compare(object(before), object(after));
        }
        if (changes.size() == seen) {
            changes.add(new FieldChange(shape.place(path, where, names), before, after));
        }
    }

    private Optional<ObjectNode> members(byte @Nullable [] bytes) {
        if (bytes == null) {
            return Optional.of(NOTHING);
        }
        return switch (ContentFile.read(where, path, bytes)) {
            case ContentFile.Json(ObjectNode members) -> Optional.of(members);
            case ContentFile.Markdown(MarkdownFile file) ->
                Optional.of(file.frontmatter().deepCopy().put("body", file.body()));
            case ContentFile.Unreadable unreadable -> Optional.empty();
        };
    }

    private static ObjectNode object(@Nullable JsonNode value) {
        return value instanceof ObjectNode object ? object : NOTHING;
    }

    private static @Nullable JsonNode present(ObjectNode object, String name) {
        JsonNode value = object.get(name);
        return value == null || value.isNull() ? null : value;
    }

    private static @Nullable JsonNode text(byte @Nullable [] bytes) {
        return bytes == null ? null : JsonNodeFactory.instance.stringNode(new String(bytes, StandardCharsets.UTF_8));
    }
}
