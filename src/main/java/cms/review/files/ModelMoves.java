package cms.review.files;

import cms.format.CanonicalJson;
import cms.format.ContentPaths;
import cms.format.ModelDefinition;
import cms.git.ChangeSet;
import cms.git.Tree;
import cms.git.Writing;
import cms.platform.failure.Failure;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    private final ModelHeirs heirs;
    private final Writing writing;

    ModelMoves(ContentPaths paths, ModelFiles files, Writing writing) {
        this.paths = paths;
        this.files = files;
        this.heirs = new ModelHeirs(paths, files);
        this.writing = writing;
    }

    /**
     * The sides, with each model that one of them moved also moved in the base and in the other; models that both moved
     * stay where each has them.
     */
    Sides followed(Sides sides) {
        Map<String, ModelDefinition> before = files.models(sides.base());
        Map<String, ModelDefinition> ours = heirs.moves(sides.base(), sides.ours());
        Map<String, ModelDefinition> theirs = heirs.moves(sides.base(), sides.theirs());
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

    /** The tree with the model moved; empty when it has no such model any more. */
    private Optional<Tree> moved(Tree tree, String modelId, ModelDefinition to) {
        ModelDefinition there = files.models(tree).get(modelId);
        if (there == null) {
            return Optional.of(tree);
        }
        return ModelHeirs.isLike(there, to) ? moved(tree, there, to) : Optional.empty();
    }

    /** A tree with a model's files where another definition has them; empty when something else lies there. */
    private Optional<Tree> moved(Tree tree, ModelDefinition from, ModelDefinition to) {
        ChangeSet.Builder changes = ChangeSet.builder();
        String definition = paths.model(to.id());
        boolean free = from.id().equals(to.id()) || tree.blob(definition).isEmpty();
        free &= move(tree, from, paths.contentFolder(from), paths.contentFolder(to), changes);
        free &= move(tree, from, paths.metaFolder(from), paths.metaFolder(to), changes);
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
        return free ? applied(tree, changes.build()) : Optional.empty();
    }

    /** The tree with changes; empty where another system could not keep one of their names beside those of the tree. */
    private Optional<Tree> applied(Tree tree, ChangeSet changes) {
        try {
            return Optional.of(writing.apply(tree, changes));
        } catch (Failure refused) {
            return Optional.empty();
        }
    }

    /** False where a file lies already where one of the model's would be. */
    private boolean move(Tree tree, ModelDefinition model, String from, String to, ChangeSet.Builder changes) {
        if (from.equals(to)) {
            return true;
        }
        boolean free = true;
        for (Tree.Entry file : files.in(tree, from, model)) {
            String moved = to + file.path().substring(from.length());
            changes.move(file, moved);
            free &= tree.blob(moved).isEmpty();
        }
        return free;
    }
}
