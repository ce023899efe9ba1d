package cms.review.files;

import cms.format.ContentFile;
import cms.format.ContentPath;
import cms.format.ContentPaths;
import cms.format.FormatLimits;
import cms.format.ModelDefinition;
import cms.git.BlobId;
import cms.git.Tree;
import cms.platform.failure.Failure;
import cms.platform.heap.HeapShare;
import cms.platform.json.ValueBudget;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/**
 * The models of trees, bounded together: each file alone may become a tenth of the heap, and a commit may have any
 * number of them (decision 180). Callers that only ask what a file belongs to get {@link #heads}; a merge gets the
 * whole definitions, as far as all that it compares have room. A file that alone is beyond the bound counts as one that
 * cannot be read, as in delivery.
 */
public final class TreeModels {
    /** Code of a failure about more values than are read. */
    static final String TOO_MANY_VALUES = "content.too_many_values";

    /** About how many bytes of the heap a head takes, beside its texts. */
    private static final int HEAD_BYTES = 1_000;

    private static final String JSON = ".json";

    private final ContentPaths paths;
    private final Map<ModelVersion, Optional<ModelDefinition>> definitions = new HashMap<>();
    private long left = HeapShare.MODELS.bytes();

    private record ModelVersion(String id, BlobId blob) {}

    TreeModels(ContentPaths paths) {
        this.paths = paths;
    }

    /**
     * The models of several trees without their fields, each parsed alone and let go; where they differ the last tree's
     * counts. Models for whose names there is no room are left out.
     */
    public static Collection<ModelDefinition> heads(ContentPaths paths, List<Tree> trees) {
        Map<String, ModelDefinition> heads = new TreeMap<>();
        Map<String, BlobId> last = new HashMap<>();
        long room = HeapShare.MODELS.bytes();
        for (Tree tree : trees) {
            for (ModelVersion file : files(paths, tree)) {
                if (file.blob().equals(last.put(file.id(), file.blob()))) {
                    continue;
                }
                Optional<ModelDefinition> head =
                        parse(paths, tree, file, budget()).map(ModelDefinition::withoutFields);
                room -= head.map(TreeModels::bytesOfHead).orElse(0L);
                if (room >= 0) {
                    head.ifPresent(model -> heads.put(file.id(), model));
                }
            }
        }
        return heads.values();
    }

    /**
     * The whole definitions in several trees by id; where they differ the last tree's counts. A version of a file is
     * parsed once.
     *
     * @throws Failure UNPROCESSABLE where there is no room for all that were asked for
     */
    Map<String, ModelDefinition> of(List<Tree> trees) {
        Map<String, ModelDefinition> models = new TreeMap<>();
        for (Tree tree : trees) {
            for (ModelVersion file : files(paths, tree)) {
                definitions
                        .computeIfAbsent(file, missing -> definition(tree, missing))
                        .ifPresent(model -> models.put(file.id(), model));
            }
        }
        return models;
    }

    private Optional<ModelDefinition> definition(Tree tree, ModelVersion file) {
        ValueBudget budget = budget();
        Optional<ModelDefinition> model = parse(paths, tree, file, budget);
        left -= model.isPresent() ? budget.bytes() : 0;
        if (left < 0) {
            throw Failure.unprocessable(
                            ("The models that this merge compares take more than %,d MB of memory together. Make the"
                                            + " largest files in %s smaller, and repeat it; until then everything"
                                            + " stays as it is.")
                                    .formatted(Math.max(1, HeapShare.MODELS.bytes() >> 20), paths.models()))
                    .withCode(TOO_MANY_VALUES);
        }
        return model;
    }

    static ContentFile read(Tree tree, String path, String id, BlobId blob, ValueBudget budget) {
        try {
            byte[] bytes = tree.read(blob, FormatLimits.FILE_BYTES_MAX);
            return ContentFile.read(new ContentPath.Model(id), path, bytes, budget);
        } catch (Failure tooLarge) {
            return new ContentFile.Unreadable(path, 0, tooLarge.message());
        }
    }

    private static Optional<ModelDefinition> parse(
            ContentPaths paths, Tree tree, ModelVersion file, ValueBudget budget) {
        return read(tree, paths.model(file.id()), file.id(), file.blob(), budget)
                        instanceof ContentFile.Json(ObjectNode members)
                ? Optional.of(ModelDefinition.parse(file.id(), members))
                : Optional.empty();
    }

    private static ValueBudget budget() {
        return ValueBudget.of(FormatLimits.FILE_VALUES_MAX, HeapShare.MODELS.bytes());
    }

    private static List<ModelVersion> files(ContentPaths paths, Tree tree) {
        List<ModelVersion> files = new ArrayList<>();
        String folder = paths.models().substring(0, paths.models().length() - 1);
        for (Tree.Entry entry : tree.entries(folder)) {
            if (entry.isFile() && entry.name().endsWith(JSON)) {
                String id = entry.name().substring(0, entry.name().length() - JSON.length());
                files.add(new ModelVersion(id, entry.blob()));
            }
        }
        return files;
    }

    private static long bytesOfHead(ModelDefinition head) {
        return HEAD_BYTES + ValueBudget.bytesOf(head.raw()) + 2 * ValueBudget.charactersOf(head.raw());
    }
}
