package cms.review.files;

import cms.format.ContentPaths;
import cms.format.ModelDefinition;
import cms.format.merge.Conflict;
import cms.format.merge.Resolution;
import cms.format.merge.ValueAddress;
import cms.git.ChangeSet;
import cms.git.MergeResult;
import cms.git.Tree;
import cms.git.Writing;
import cms.platform.failure.Failure;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Models that one side removed while the other wrote into them: the model is one clash, and the person who decides
 * about it decides about everything that it holds (decision 50).
 */
final class ModelRemovals {
    private final ContentPaths paths;
    private final ModelFiles files;
    private final ContentMerge.Clashes clashes;
    private final Writing writing;
    private final List<Resolution> resolutions;
    private final List<MergeResult.ConflictedPath> open = new ArrayList<>();
    private final Set<Resolution> used = new HashSet<>();

    ModelRemovals(
            ContentPaths paths,
            ModelFiles files,
            ContentMerge.Clashes clashes,
            Writing writing,
            List<Resolution> resolutions) {
        this.paths = paths;
        this.files = files;
        this.clashes = clashes;
        this.writing = writing;
        this.resolutions = resolutions;
    }

    /** The conflicts about removed models without a decision. */
    List<MergeResult.ConflictedPath> open() {
        return open;
    }

    /** The decisions that were about a removed model. */
    Set<Resolution> used() {
        return used;
    }

    /** The sides after each decision; a model that is not decided about counts as kept. */
    Sides settled(Sides sides) {
        Sides settled = sides;
        for (ModelDefinition model : files.models(sides.base()).values()) {
            boolean byUs = files.definition(sides.ours(), model.id()).isEmpty();
            boolean byThem = files.definition(sides.theirs(), model.id()).isEmpty();
            Tree other = sides.side(!byUs);
            if (byUs == byThem || all(sides.base(), model).equals(all(other, model))) {
                continue;
            }
            // When the model is retained, the side that removed it gets it back. When it is removed, the side that
            // wrote
            // into it gets the version of the base, so that the merge sees no write.
            boolean ofOurs = byUs == isRetained(sides, model, byUs);
            settled = settled.with(ofOurs, with(settled.side(ofOurs), model, all(sides.base(), model)));
        }
        return settled;
    }

    private boolean isRetained(Sides sides, ModelDefinition model, boolean byUs) {
        String path = paths.model(model.id());
        Optional<Resolution> decision = resolutions.stream()
                .filter(known -> known.path().equals(path) && known.entry() == null && known.field() == null)
                .findFirst();
        if (decision.isEmpty()) {
            ValueAddress place = new ValueAddress(path, model.id(), null, null, null);
            Conflict clash =
                    new Conflict(place, text(sides.base(), path), text(sides.ours(), path), text(sides.theirs(), path));
            clashes.add(clash);
            open.add(new MergeResult.ConflictedPath(path, List.of(clash)));
            return true;
        }
        used.add(decision.get());
        return switch (decision.get().take()) {
            case Resolution.Ours ours -> !byUs;
            case Resolution.Theirs theirs -> byUs;
            case Resolution.Value value ->
                throw Failure.unprocessable("The model " + model.id()
                        + " was removed and written into: take ours or theirs, as a value cannot replace it.");
        };
    }

    /** The tree with the files of the model set to {@code stored}. */
    private Tree with(Tree tree, ModelDefinition model, Set<Tree.Entry> stored) {
        ChangeSet.Builder changes = ChangeSet.builder();
        all(tree, model).forEach(file -> changes.remove(file.path()));
        stored.forEach(changes::reuse);
        return writing.apply(tree, changes.build());
    }

    /** Content, meta and the definition, each with its kind. */
    private Set<Tree.Entry> all(Tree tree, ModelDefinition model) {
        Set<Tree.Entry> all = new LinkedHashSet<>(files.in(tree, paths.contentFolder(model), model));
        all.addAll(files.in(tree, paths.metaFolder(model), model));
        tree.file(paths.model(model.id())).ifPresent(all::add);
        return all;
    }

    private @Nullable JsonNode text(Tree tree, String path) {
        return tree.blob(path)
                .map(blob ->
                        JsonNodeFactory.instance.stringNode(new String(files.read(tree, blob), StandardCharsets.UTF_8)))
                .orElse(null);
    }
}
