package cms.review.files;

import cms.format.CanonicalJson;
import cms.format.ContentPaths;
import cms.format.ModelDefinition;
import cms.format.ModelKind;
import cms.git.BlobId;
import cms.git.Tree;
import cms.platform.crypto.Hashes;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/**
 * The content of models that may have been renamed. At most 16 MiB of files are read, one at a time and each once;
 * files beyond that, and unreadable ones, count as unknown.
 */
final class ModelContents {
    private static final long READ_BYTES_MAX = 16L * 1024 * 1024;

    /** Bytes of a file that may hold nothing. */
    private static final long EMPTY_BYTES_MAX = 256;

    private final ContentPaths paths;
    private final ModelFiles files;
    private final Map<String, Map<String, String>> pieces = new HashMap<>();
    private final Map<String, Set<BlobId>> folders = new HashMap<>();
    private final BiConsumer<JsonNode, MessageDigest> digester = CanonicalJson.digester();
    private long left = READ_BYTES_MAX;

    /**
     * The files of a model that hold anything, by their path below its folder: an empty one is like every other.
     *
     * @param isKnown whether all of them could be listed
     */
    record FolderContents(Map<String, BlobId> files, boolean isKnown) {
        boolean isEmpty() {
            return files.isEmpty();
        }
    }

    ModelContents(ContentPaths paths, ModelFiles files) {
        this.paths = paths;
        this.files = files;
    }

    FolderContents of(Tree tree, ModelDefinition model) {
        return readOr(
                () -> {
                    Map<String, BlobId> content = new TreeMap<>(files.content(tree, model));
                    if (model.kind() != ModelKind.DOCUMENT) {
                        content.entrySet().removeIf(file -> isEmpty(tree, file.getKey(), file.getValue()));
                    }
                    return new FolderContents(content, true);
                },
                new FolderContents(Map.of(), false));
    }

    private boolean isEmpty(Tree tree, String path, BlobId blob) {
        return readOr(
                () -> files.members(path, tree.read(blob, EMPTY_BYTES_MAX)).isEmpty(), false);
    }

    /** All files in the folder of a model, whatever they are; none where there are too many. */
    Set<BlobId> folder(Tree tree, ModelDefinition model) {
        return folders.computeIfAbsent(
                model.id(),
                id -> readOr(
                        () -> {
                            Set<BlobId> found = new HashSet<>();
                            String folder = paths.contentFolder(model);
                            tree.walk(folder.substring(0, folder.length() - 1), entry -> {
                                if (entry.isFile()) {
                                    found.add(entry.blob());
                                }
                            });
                            return found;
                        },
                        Set.of()));
    }

    /**
     * What is in the files by path and id, each as a hash: documents, and members of JSON. None where nothing is known.
     */
    Map<String, String> pieces(Tree tree, ModelDefinition model, FolderContents contents) {
        return pieces.computeIfAbsent(
                model.id(),
                id -> readOr(
                        () -> {
                            Map<String, String> all = new HashMap<>();
                            contents.files().forEach((path, blob) -> {
                                if (model.kind() == ModelKind.DOCUMENT) {
                                    all.put(path, blob.sha());
                                } else {
                                    members(tree, path, blob, all);
                                }
                            });
                            return all;
                        },
                        Map.of()));
    }

    private void members(Tree tree, String path, BlobId blob, Map<String, String> into) {
        byte[] bytes = tree.read(blob, left);
        left -= bytes.length;
        files.members(path, bytes).forEachEntry((id, value) -> {
            MessageDigest digest = Hashes.sha256();
            digester.accept(value, digest);
            into.put(path + "\n" + id, HexFormat.of().formatHex(digest.digest()));
        });
    }

    /** What a reading says; {@code otherwise} where content is larger than what is read, or broken. */
    private static <T> T readOr(Supplier<T> reading, T otherwise) {
        try {
            return reading.get();
        } catch (Failure failed) {
            if (failed.kind() != FailureKind.TOO_LARGE && failed.kind() != FailureKind.UNPROCESSABLE) {
                throw failed;
            }
            return otherwise;
        }
    }
}
