package cms.review.files;

import cms.format.CanonicalJson;
import cms.format.ContentPaths;
import cms.format.ModelDefinition;
import cms.format.ModelKind;
import cms.git.BlobId;
import cms.git.ChangeSet;
import cms.git.Tree;
import cms.git.Writing;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A model that one side renamed, or whose content it moved, is moved on the other side as well before the files are
 * merged. Otherwise what the other side wrote would land in a folder that no model explains any more (decision 50).
 */
final class ModelMoves {
    /** The members of a definition that determine the paths of its files. */
    private static final List<String> LOCATION = List.of("id", "domain", "content_path");

    private final ContentPaths paths;
    private final ModelFiles files;
    private final Writing writing;

    ModelMoves(ContentPaths paths, ModelFiles files, Writing writing) {
        this.paths = paths;
        this.files = files;
        this.writing = writing;
    }

    /**
     * The sides, with each model that one of them moved also moved in the base and in the other; models that both
     * moved stay where each has them.
     */
    Sides followed(Sides sides) {
        Map<String, ModelDefinition> before = files.models(sides.base());
        Map<String, ModelDefinition> ours = moves(sides.base(), before, sides.ours());
        Map<String, ModelDefinition> theirs = moves(sides.base(), before, sides.theirs());
        Sides followed = sides;
        for (ModelDefinition model : before.values()) {
            ModelDefinition byUs = ours.get(model.id());
            ModelDefinition byThem = theirs.get(model.id());
            if (byUs != null && byThem == null) {
                followed = followed(followed, model, byUs, false);
            } else if (byUs == null && byThem != null) {
                followed = followed(followed, model, byThem, true);
            }
        }
        return followed;
    }

    /** The sides with a model moved in the base and on the side that has not moved it; unchanged where that fails. */
    private Sides followed(Sides now, ModelDefinition model, ModelDefinition to, boolean ofOurs) {
        return moved(now.base(), model, to)
                .flatMap(base -> moved(now.side(ofOurs), model.id(), to)
                        .map(side -> new Sides(base, now.ours(), now.theirs()).with(ofOurs, side)))
                .orElse(now);
    }

    /** The new definitions of models that one side has moved, by their old ids. */
    private Map<String, ModelDefinition> moves(Tree base, Map<String, ModelDefinition> before, Tree side) {
        Map<String, ModelDefinition> moves = new HashMap<>();
        if (files.sameModels(base, side)) {
            return moves;
        }
        Map<String, ModelDefinition> after = files.models(side);
        Set<String> heirs = new HashSet<>();
        Set<String> claimed = new HashSet<>();
        for (ModelDefinition model : before.values()) {
            ModelDefinition kept = after.get(model.id());
            if (kept != null) {
                boolean elsewhere = !paths.contentFolder(model).equals(paths.contentFolder(kept));
                if (elsewhere
                        && isLike(model, kept)
                        && files.content(side, model).isEmpty()) {
                    moves.put(model.id(), kept);
                }
                continue;
            }
            List<ModelDefinition> found = after.values().stream()
                    .filter(heir -> !before.containsKey(heir.id()) && isLike(model, heir))
                    .filter(heir -> inherits(base, model, side, heir))
                    .toList();
            if (found.size() == 1) {
                moves.put(model.id(), found.getFirst());
                if (!heirs.add(found.getFirst().id())) {
                    claimed.add(found.getFirst().id());
                }
            }
        }
        moves.values().removeIf(heir -> claimed.contains(heir.id()));
        return moves;
    }

    private static boolean isLike(ModelDefinition one, ModelDefinition other) {
        return one.kind() == other.kind() && one.i18n() == other.i18n();
    }

    /** Whether a new model has a file or an entry of a model that is gone. */
    private boolean inherits(Tree base, ModelDefinition model, Tree side, ModelDefinition heir) {
        Map<String, BlobId> before = files.content(base, model);
        Map<String, BlobId> after = files.content(side, heir);
        boolean sameFields =
                CanonicalJson.same(model.raw().get("fields"), heir.raw().get("fields"));
        if (before.isEmpty()) {
            return sameFields && !model.fields().isEmpty();
        }
        return before.entrySet().stream().anyMatch(file -> {
            BlobId now = after.get(file.getKey());
            if (now == null || now.equals(file.getValue())) {
                return now != null;
            }
            if (model.kind() == ModelKind.DOCUMENT) {
                return sameFields;
            }
            ObjectNode old = files.members(base, file.getKey(), file.getValue());
            ObjectNode members = files.members(side, file.getKey(), now);
            return old.propertyStream()
                    .anyMatch(member -> model.kind() == ModelKind.COLLECTION
                            ? members.has(member.getKey())
                            : sameFields && CanonicalJson.same(member.getValue(), members.get(member.getKey())));
        });
    }

    /** The tree with the model moved; empty when it has no such model any more. */
    private Optional<Tree> moved(Tree tree, String modelId, ModelDefinition to) {
        ModelDefinition there = files.models(tree).get(modelId);
        if (there == null) {
            return Optional.of(tree);
        }
        return isLike(there, to) ? moved(tree, there, to) : Optional.empty();
    }

    /** A tree with a model's files where another definition has them; empty when something else lies there. */
    private Optional<Tree> moved(Tree tree, ModelDefinition from, ModelDefinition to) {
        ChangeSet.Builder changes = ChangeSet.builder();
        String definition = paths.model(to.id());
        boolean free = from.id().equals(to.id()) || tree.blob(definition).isEmpty();
        free &= move(tree, files.content(tree, from), paths.contentFolder(from), paths.contentFolder(to), changes);
        free &= move(tree, files.meta(tree, from), paths.metaFolder(from), paths.metaFolder(to), changes);
        ObjectNode members = from.raw().deepCopy();
        for (String name : LOCATION) {
            JsonNode value = to.raw().get(name);
            if (value == null) {
                members.remove(name);
            } else {
                members.set(name, value);
            }
        }
        changes.remove(paths.model(from.id())).put(definition, CanonicalJson.bytes(members));
        return free ? Optional.of(writing.apply(tree, changes.build())) : Optional.empty();
    }

    private boolean move(Tree tree, Map<String, BlobId> names, String from, String to, ChangeSet.Builder changes) {
        if (from.equals(to)) {
            return true;
        }
        names.forEach((name, blob) -> changes.remove(from + name).give(to + name, files.read(tree, blob)));
        return names.keySet().stream().allMatch(name -> tree.blob(to + name).isEmpty());
    }
}
