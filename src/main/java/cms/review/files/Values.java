package cms.review.files;

import cms.format.ContentPaths;
import cms.format.ModelDefinition;
import cms.format.merge.FieldChange;
import cms.format.merge.FieldDiff;
import cms.format.merge.ValueAddress;
import cms.git.BlobId;
import cms.git.FileChange;
import cms.git.Tree;
import cms.platform.failure.Failure;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The values that differ between two trees: by model, locale, entry and field. */
public final class Values {
    /** Bytes of one file that is compared value by value. */
    private static final long FILE_BYTES_MAX = 16L * 1024 * 1024;

    private final ContentPaths paths;
    private final Collection<ModelDefinition> models;

    public Values(ContentPaths paths, Collection<ModelDefinition> models) {
        this.paths = paths;
        this.models = models;
    }

    /** The values that differ in these files; files that are no content, and context.json, have none. */
    public List<FieldChange> of(Tree before, Tree after, List<FileChange> files) {
        return files.stream().flatMap(file -> of(before, after, file).stream()).toList();
    }

    /** The places of these values; a file that is too large to compare, or cannot be read, is a place as a whole. */
    public Set<ValueAddress> places(Tree before, Tree after, List<FileChange> files) {
        Set<ValueAddress> places = new LinkedHashSet<>();
        for (FileChange file : files) {
            find(before, after, file)
                    .ifPresentOrElse(
                            values -> values.forEach(value -> places.add(value.place())),
                            () -> places.add(FieldDiff.place(file.path(), paths.locate(file.path(), models))));
        }
        return places;
    }

    private List<FieldChange> of(Tree before, Tree after, FileChange file) {
        return find(before, after, file).orElse(List.of());
    }

    /** The values that differ in one file; empty for a file that is too large to compare. */
    private Optional<List<FieldChange>> find(Tree before, Tree after, FileChange file) {
        try {
            return Optional.of(FieldDiff.between(
                    file.path(),
                    paths.locate(file.path(), models),
                    bytes(before, file.oldBlob()),
                    bytes(after, file.newBlob())));
        } catch (Failure tooLarge) {
            return Optional.empty();
        }
    }

    private static byte @Nullable [] bytes(Tree tree, @Nullable BlobId blob) {
        return blob == null ? null : tree.read(blob, FILE_BYTES_MAX);
    }
}
