package cms.content.snapshot;

import cms.format.ContentFile;
import cms.format.ContentPath;
import cms.format.ContentPaths;
import cms.format.ModelDefinition;
import cms.git.CommitId;
import cms.git.Repository;
import cms.git.Tree;
import cms.git.TreeId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * Finds the earlier ids and folders of models that were renamed or moved, so that their entries keep their age. A move
 * is recognised where a new folder has exactly the files of another one that is removed.
 */
final class ModelPast {
    /** A model as it was in the steps from one (inclusive) to another (exclusive). */
    record Stay(ModelDefinition model, int from, int to) {}

    private final ParsedFiles files;
    private final ContentPaths paths;
    private final List<Step> moves = new ArrayList<>();
    private final int steps;

    private record Step(int index, Tree before, Tree after) {}

    /** {@code line}: commits one after the other, the oldest first. */
    ModelPast(Repository repository, ParsedFiles files, ContentPaths paths, List<CommitId> line) {
        this.files = files;
        this.paths = paths;
        this.steps = line.size();
        Tree before = repository.emptyTree();
        for (int index = 0; index < line.size(); index++) {
            Tree after = repository.tree(line.get(index));
            if (index > 0 && !folder(before, paths.models()).equals(folder(after, paths.models()))) {
                moves.add(new Step(index, before, after));
            }
            before = after;
        }
    }

    /** The stays of a model, the earliest first; between two of them lies the step that moved it. */
    List<Stay> of(ModelDefinition model) {
        List<Stay> stays = new ArrayList<>();
        ModelDefinition now = model;
        int end = steps;
        for (Step step : moves.reversed()) {
            Optional<ModelDefinition> origin = origin(step, now);
            if (origin.isPresent()) {
                stays.addFirst(new Stay(now, step.index() + 1, end));
                now = origin.get();
                end = step.index();
            }
        }
        stays.addFirst(new Stay(now, 0, end));
        return stays;
    }

    private Optional<ModelDefinition> origin(Step step, ModelDefinition model) {
        String content = paths.contentFolder(model);
        boolean came = folder(step.before(), content).isEmpty()
                && folder(step.after(), content).isPresent();
        if (!came) {
            return Optional.empty();
        }
        List<ModelDefinition> origins = models(step.before()).stream()
                .filter(origin -> origin.kind() == model.kind() && origin.i18n() == model.i18n())
                .filter(origin -> isOrigin(step, origin, model))
                .toList();
        return origins.size() == 1 ? Optional.of(origins.getFirst()) : Optional.empty();
    }

    private boolean isOrigin(Step step, ModelDefinition origin, ModelDefinition model) {
        boolean gone = folder(step.after(), paths.contentFolder(origin)).isEmpty();
        boolean sameContent = moved(step, paths.contentFolder(origin), paths.contentFolder(model));
        boolean sameMeta = origin.id().equals(model.id())
                || folder(step.after(), paths.metaFolder(origin)).isEmpty()
                        && moved(step, paths.metaFolder(origin), paths.metaFolder(model));
        return gone && (origin.id().equals(model.id()) || sameContent || sameMeta);
    }

    private static boolean moved(Step step, String from, String to) {
        Optional<TreeId> before = folder(step.before(), from);
        return before.isPresent() && before.equals(folder(step.after(), to));
    }

    private List<ModelDefinition> models(Tree tree) {
        List<ModelDefinition> models = new ArrayList<>();
        String folder = paths.models();
        for (Tree.Entry entry : tree.entries(folder.substring(0, folder.length() - 1))) {
            if (entry.isFile() && entry.name().endsWith(".json")) {
                String id = entry.name().substring(0, entry.name().length() - ".json".length());
                ContentFile file = files.read(tree, new ContentPath.Model(id), entry.path(), entry.blob());
                if (file instanceof ContentFile.Json(ObjectNode members)) {
                    models.add(ModelDefinition.parse(id, members));
                }
            }
        }
        return models;
    }

    private static Optional<TreeId> folder(Tree tree, String path) {
        return tree.folder(path.substring(0, path.length() - 1));
    }
}
