package cms.review.files;

import cms.format.ContentFile;
import cms.format.ContentPaths;
import cms.format.ModelDefinition;
import cms.git.BlobId;
import cms.git.Tree;
import cms.git.TreeId;
import cms.platform.json.Json;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/** Reads the models of a tree, and the files of each model. */
final class ModelFiles {
    /** Bytes of one file that is read to move it, or to compare it. */
    private static final long FILE_BYTES_MAX = 64L * 1024 * 1024;

    private final ContentPaths paths;
    private final TreeModels models;
    /** Models by the folder of their definitions, as each step of a merge needs the same ones. */
    private final Map<Optional<TreeId>, Map<String, ModelDefinition>> known = new HashMap<>();

    ModelFiles(ContentPaths paths) {
        this.paths = paths;
        this.models = new TreeModels(paths);
    }

    /** Whether two trees have the same model files. */
    boolean sameModels(Tree one, Tree other) {
        return definitions(one).equals(definitions(other));
    }

    /**
     * The models whose files can be read, by id.
     *
     * @throws cms.platform.failure.Failure UNPROCESSABLE where there is no room for all that were asked for
     */
    Map<String, ModelDefinition> models(Tree tree) {
        return known.computeIfAbsent(
                definitions(tree), folder -> Collections.unmodifiableMap(models.of(List.of(tree))));
    }

    /** The models of both sides of a merge; where they differ those of the last count. */
    Collection<ModelDefinition> models(Tree one, Tree other) {
        return models.of(List.of(one, other)).values();
    }

    private Optional<TreeId> definitions(Tree tree) {
        return tree.folder(bare(paths.models()));
    }

    /** Content files by their path below the folder of the content. */
    Map<String, BlobId> content(Tree tree, ModelDefinition model) {
        String folder = paths.contentFolder(model);
        Map<String, BlobId> files = new TreeMap<>();
        in(tree, folder, model).forEach(file -> files.put(file.path().substring(folder.length()), file.blob()));
        return files;
    }

    /** Content files by their whole path. */
    Map<String, BlobId> contentByPath(Tree tree, ModelDefinition model) {
        Map<String, BlobId> files = new TreeMap<>();
        in(tree, paths.contentFolder(model), model).forEach(file -> files.put(file.path(), file.blob()));
        return files;
    }

    /** Content, meta and the definition, by whole path. */
    Map<String, BlobId> all(Tree tree, ModelDefinition model) {
        Map<String, BlobId> all = contentByPath(tree, model);
        in(tree, paths.metaFolder(model), model).forEach(file -> all.put(file.path(), file.blob()));
        tree.blob(paths.model(model.id())).ifPresent(blob -> all.put(paths.model(model.id()), blob));
        return all;
    }

    byte[] read(Tree tree, BlobId blob) {
        return tree.read(blob, FILE_BYTES_MAX);
    }

    /** The members of a JSON file; none when it cannot be read. */
    ObjectNode members(Tree tree, String path, BlobId blob) {
        return members(path, read(tree, blob));
    }

    ObjectNode members(String path, byte[] json) {
        return ContentFile.json(path, json) instanceof ContentFile.Json(ObjectNode members) ? members : Json.object();
    }

    /** A file of a model's content. */
    ContentFile file(Tree tree, ModelDefinition model, String path) {
        return tree.blob(path)
                .map(blob -> ContentFile.read(paths.locate(path, List.of(model)), path, read(tree, blob)))
                .orElseThrow();
    }

    Optional<BlobId> definition(Tree tree, String modelId) {
        return tree.blob(paths.model(modelId));
    }

    /** The files of a model in one of its folders. */
    List<Tree.Entry> in(Tree tree, String folder, ModelDefinition model) {
        List<Tree.Entry> files = new ArrayList<>();
        tree.walk(bare(folder), entry -> {
            if (entry.isFile() && paths.locate(entry.path(), model) != null) {
                files.add(entry);
            }
        });
        return files;
    }

    private static String bare(String folder) {
        return folder.substring(0, folder.length() - 1);
    }
}
