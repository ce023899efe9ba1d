package cms.format.merge;

import cms.format.CanonicalJson;
import cms.format.ContentPath;
import cms.format.EntryMeta;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Merges the members of JSON objects; members of ours come first, new ones of theirs follow. */
final class MemberMerge {
    private static final List<String> SCHEDULE = List.of("publish_at", "expire_at");
    private static final ObjectNode NOTHING = JsonNodeFactory.instance.objectNode();

    private final String path;
    private final ContentPath where;
    private final FileShape shape;
    private final ClashResolver decisions;
    private final List<String> names = new ArrayList<>();

    MemberMerge(String path, ContentPath where, FileShape shape, ClashResolver decisions) {
        this.path = path;
        this.where = where;
        this.shape = shape;
        this.decisions = decisions;
    }

    ObjectNode merge(ObjectNode base, ObjectNode ours, ObjectNode theirs) {
        ObjectNode merged = JsonNodeFactory.instance.objectNode();
        Set<String> all = new LinkedHashSet<>(ours.propertyNames());
        all.addAll(theirs.propertyNames());
        for (String name : all) {
            names.addLast(name);
            JsonNode value = value(present(base, name), present(ours, name), present(theirs, name));
            if (value != null) {
                merged.set(name, value);
            }
            names.removeLast();
        }
        if (FileShape.isMeta(where) && names.size() == shape.depth() - 1) {
            settleSchedule(base, ours, theirs, merged);
        }
        return merged;
    }

    /**
     * The start and the end of an entry may be moved by different sides; they clash when the end would come before the
     * start.
     */
    private void settleSchedule(ObjectNode base, ObjectNode ours, ObjectNode theirs, ObjectNode merged) {
        if (!isBackwards(merged) || isBackwards(ours) || isBackwards(theirs)) {
            return;
        }
        for (String name : SCHEDULE) {
            JsonNode one = present(ours, name);
            JsonNode other = present(theirs, name);
            if (!CanonicalJson.same(one, other)) {
                names.addLast(name);
                ValueAddress place = shape.place(path, where, names);
                JsonNode chosen = decisions.settle(new Conflict(place, present(base, name), one, other));
                names.removeLast();
                merged.set(name, chosen == null ? JsonNodeFactory.instance.nullNode() : chosen);
            }
        }
    }

    private static boolean isBackwards(ObjectNode meta) {
        return new EntryMeta(meta).endsBeforeItBegins();
    }

    private @Nullable JsonNode value(@Nullable JsonNode base, @Nullable JsonNode ours, @Nullable JsonNode theirs) {
        if (CanonicalJson.same(ours, theirs) || CanonicalJson.same(base, theirs)) {
            return ours;
        }
        if (CanonicalJson.same(base, ours)) {
            return theirs;
        }
        if (ours instanceof ObjectNode one && theirs instanceof ObjectNode other && names.size() < shape.depth()) {
            return merge(base instanceof ObjectNode before ? before : NOTHING, one, other);
        }
        return decisions.settle(new Conflict(shape.place(path, where, names), base, ours, theirs));
    }

    private static @Nullable JsonNode present(ObjectNode object, String name) {
        JsonNode value = object.get(name);
        return value == null || value.isNull() ? null : value;
    }
}
