package cms.review.files;

import cms.format.CanonicalJson;
import cms.format.ContentFile;
import cms.format.ContentPaths;
import cms.format.MarkdownFile;
import cms.format.ModelDefinition;
import cms.format.ModelKind;
import cms.git.BlobId;
import cms.git.ChangeSet;
import cms.git.Tree;
import cms.git.Writing;
import cms.platform.json.Json;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/**
 * A field that one side renamed is renamed on the other side as well before the files are merged. Otherwise what the
 * other side wrote would stay under a name that the model does not declare any more (decision 50).
 */
final class FieldMoves {
    private final ContentPaths paths;
    private final ModelFiles files;
    private final Writing writing;

    FieldMoves(ContentPaths paths, ModelFiles files, Writing writing) {
        this.paths = paths;
        this.files = files;
        this.writing = writing;
    }

    /** A model in one tree, and the new names of its fields there. */
    private record Side(Tree tree, ModelDefinition model, Map<String, String> renames) {
        /** The renames of the other side that apply here: of fields that this side still has under their old name. */
        Map<String, String> missing(Side other) {
            Map<String, String> missing = new TreeMap<>(other.renames);
            missing.entrySet()
                    .removeIf(name -> renames.containsKey(name.getKey())
                            || !model.fields().containsKey(name.getKey())
                            || model.fields().containsKey(name.getValue()));
            return missing;
        }
    }

    /** The sides with the renames of each applied to the other. */
    Sides followed(Sides sides) {
        FieldRenames renames = new FieldRenames(files);
        Map<String, ModelDefinition> ours = files.models(sides.ours());
        Map<String, ModelDefinition> theirs = files.models(sides.theirs());
        Sides followed = sides;
        for (ModelDefinition model : files.models(sides.base()).values()) {
            ModelDefinition one = ours.get(model.id());
            ModelDefinition other = theirs.get(model.id());
            if (one != null && other != null) {
                Tree base = followed.base();
                followed = followed(
                        new Side(base, model, Map.of()),
                        new Side(followed.ours(), one, renames.between(base, model, followed.ours(), one)),
                        new Side(followed.theirs(), other, renames.between(base, model, followed.theirs(), other)));
            }
        }
        return followed;
    }

    private Sides followed(Side base, Side ours, Side theirs) {
        Map<String, String> inOurs = ours.missing(theirs);
        Map<String, String> inTheirs = theirs.missing(ours);
        Map<String, String> inBase = new TreeMap<>(ours.renames());
        inBase.entrySet().retainAll(theirs.renames().entrySet());
        inBase.putAll(inOurs);
        inBase.putAll(inTheirs);
        if (inBase.isEmpty()) {
            return new Sides(base.tree(), ours.tree(), theirs.tree());
        }
        Set<String> byUs = different(base, ours);
        Set<String> byThem = different(base, theirs);
        // A file that a side has as it was is taken from the other side, under whatever names it has.
        Set<String> touched = new HashSet<>(byUs);
        touched.retainAll(byThem);
        touched.addAll(inOurs.isEmpty() ? Set.of() : byUs);
        touched.addAll(inTheirs.isEmpty() ? Set.of() : byThem);
        return new Sides(
                renamed(base, touched, inBase), renamed(ours, touched, inOurs), renamed(theirs, touched, inTheirs));
    }

    private Set<String> different(Side base, Side side) {
        Map<String, BlobId> before = files.all(base.tree(), base.model());
        Map<String, BlobId> after = files.all(side.tree(), side.model());
        Set<String> different = new HashSet<>(before.keySet());
        different.addAll(after.keySet());
        different.removeIf(path -> Objects.equals(before.get(path), after.get(path)));
        return different;
    }

    private Tree renamed(Side side, Set<String> touched, Map<String, String> names) {
        if (names.isEmpty()) {
            return side.tree();
        }
        ChangeSet.Builder changes = ChangeSet.builder();
        String definition = paths.model(side.model().id());
        if (touched.contains(definition)) {
            changes.give(
                    definition,
                    CanonicalJson.bytes(side.model().withFieldNames(names).raw()));
        }
        files.contentByPath(side.tree(), side.model()).keySet().stream()
                .filter(touched::contains)
                .forEach(path -> rename(changes, side, path, names));
        return writing.apply(side.tree(), changes.build());
    }

    private void rename(ChangeSet.Builder changes, Side side, String path, Map<String, String> names) {
        switch (files.file(side.tree(), side.model(), path)) {
            case ContentFile.Markdown(MarkdownFile file) ->
                changes.give(path, new MarkdownFile(renamed(file.frontmatter(), names), file.body()).bytes());
            case ContentFile.Json(ObjectNode members)
            when side.model().kind() == ModelKind.COLLECTION -> {
                ObjectNode entries = Json.object();
                members.forEachEntry((id, entry) ->
                        entries.set(id, entry instanceof ObjectNode object ? renamed(object, names) : entry));
                changes.give(path, CanonicalJson.bytes(entries));
            }
            case ContentFile.Json(ObjectNode members) ->
                changes.give(path, CanonicalJson.bytes(renamed(members, names)));
            case ContentFile.Unreadable unreadable -> {}
        }
    }

    /** A value that is there under the new name already is not written over. */
    private static ObjectNode renamed(ObjectNode members, Map<String, String> names) {
        boolean free = names.values().stream().noneMatch(members::has);
        return free ? ModelDefinition.renamed(members, names) : members;
    }
}
