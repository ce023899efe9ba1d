package cms.review.files;

import cms.format.CanonicalJson;
import cms.format.ContentFile;
import cms.format.FieldDefinition;
import cms.format.ModelDefinition;
import cms.format.ModelKind;
import cms.git.Tree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Finds the fields of a model that one side has renamed. No file says so: it is inferred from values of entries. */
final class FieldRenames {
    /** Files that are read for it. */
    private static final int FILES_MAX = 100;

    private final ModelFiles files;

    FieldRenames(ModelFiles files) {
        this.files = files;
    }

    /** The members of an entry, of a singleton or of a document's head, before and after. */
    private record Pair(ObjectNode before, ObjectNode after) {}

    /** The new names of fields by the old ones; only those that are certain. */
    Map<String, String> between(Tree base, ModelDefinition model, Tree side, ModelDefinition now) {
        List<FieldDefinition> gone = missing(model, now);
        List<FieldDefinition> added = missing(now, model);
        if (gone.isEmpty() || added.isEmpty() || model.kind() != now.kind()) {
            return Map.of();
        }
        List<Pair> pairs = pairs(base, side, now);
        boolean only = gone.size() == 1 && added.size() == 1;
        Map<String, String> renames = new HashMap<>();
        for (FieldDefinition field : gone) {
            List<String> heirs = added.stream()
                    .filter(heir -> field.typeName().equals(heir.typeName()) && inherits(field, heir, pairs, only))
                    .map(FieldDefinition::name)
                    .toList();
            if (heirs.size() == 1) {
                renames.put(field.name(), heirs.getFirst());
            }
        }
        List<String> heirs = List.copyOf(renames.values());
        renames.values().removeIf(heir -> heirs.indexOf(heir) != heirs.lastIndexOf(heir));
        return renames;
    }

    private static List<FieldDefinition> missing(ModelDefinition model, ModelDefinition other) {
        return model.fields().values().stream()
                .filter(field -> !other.fields().containsKey(field.name()))
                .toList();
    }

    /**
     * Whether at least half of the entries have under the new name the value that they had under the old one; others
     * may be edited.
     */
    private static boolean inherits(FieldDefinition field, FieldDefinition heir, List<Pair> pairs, boolean only) {
        List<Pair> held = pairs.stream()
                .filter(pair -> pair.before().hasNonNull(field.name()))
                .toList();
        long kept = held.stream()
                .filter(pair -> CanonicalJson.same(
                        pair.before().get(field.name()), pair.after().get(heir.name())))
                .count();
        return held.isEmpty() ? only && CanonicalJson.same(field.raw(), heir.raw()) : kept * 2 >= held.size();
    }

    private List<Pair> pairs(Tree base, Tree side, ModelDefinition model) {
        List<Pair> pairs = new ArrayList<>();
        Set<String> after = files.contentByPath(side, model).keySet();
        files.contentByPath(base, model).keySet().stream()
                .filter(after::contains)
                .limit(FILES_MAX)
                .forEach(path -> pairs(pairs, model, path, base, side));
        return pairs;
    }

    private void pairs(List<Pair> pairs, ModelDefinition model, String path, Tree base, Tree side) {
        ContentFile before = files.file(base, model, path);
        ContentFile after = files.file(side, model, path);
        if (before instanceof ContentFile.Markdown(var old) && after instanceof ContentFile.Markdown(var now)) {
            pairs.add(new Pair(old.frontmatter(), now.frontmatter()));
        } else if (before instanceof ContentFile.Json(ObjectNode old)
                && after instanceof ContentFile.Json(ObjectNode now)) {
            if (model.kind() != ModelKind.COLLECTION) {
                pairs.add(new Pair(old, now));
                return;
            }
            for (Map.Entry<String, JsonNode> entry : old.properties()) {
                if (entry.getValue() instanceof ObjectNode one && now.get(entry.getKey()) instanceof ObjectNode other) {
                    pairs.add(new Pair(one, other));
                }
            }
        }
    }
}
