package cms.review.files;

import cms.format.ContentFile;
import cms.format.ContentPath;
import cms.format.ContentPaths;
import cms.format.MarkdownFile;
import cms.format.ModelDefinition;
import cms.format.merge.FieldChange;
import cms.format.merge.FieldDiff;
import cms.format.merge.ValueAddress;
import cms.git.BlobId;
import cms.git.FileChange;
import cms.git.Tree;
import cms.platform.failure.Failure;
import cms.platform.heap.ComparisonRoom;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The values that differ between two trees: by model, locale, entry and field, as far as an answer has room. */
public final class Values {
    /** Bytes of one file that is compared value by value. */
    private static final long FILE_BYTES_MAX = 16L * 1024 * 1024;

    private final ContentPaths paths;
    private final Collection<ModelDefinition> models;
    private final ComparisonRoom room;
    private boolean hasNoRoom;

    /**
     * Values that differ.
     *
     * @param isOmitting whether values are left out: there was no room, or a file is too large to compare
     * @param hasNoRoom whether an answer with less in it might have had room for more of them
     */
    public record Found(List<FieldChange> values, boolean isOmitting, boolean hasNoRoom) {}

    public Values(ContentPaths paths, Collection<ModelDefinition> models, ComparisonRoom room) {
        this.paths = paths;
        this.models = models;
        this.room = room;
    }

    /** The wanted values that differ in these files; files that are no content, and context.json, have none. */
    public Found of(Tree before, Tree after, List<FileChange> files, Predicate<FieldChange> wanted) {
        List<FieldChange> values = new ArrayList<>();
        boolean isOmitting = false;
        for (FileChange file : files) {
            Optional<List<FieldChange>> all = find(before, after, file);
            isOmitting |= all.isEmpty();
            for (FieldChange value : all.orElse(List.of())) {
                if (wanted.test(value)) {
                    boolean fits = fits(value);
                    isOmitting |= !fits;
                    if (fits) {
                        values.add(value);
                    }
                }
            }
        }
        return new Found(values, isOmitting, hasNoRoom);
    }

    private boolean fits(FieldChange value) {
        long characters = value.characters();
        long bytes = value.heldBytes();
        boolean fits = room.take(bytes, characters);
        hasNoRoom |= !fits && characters <= ComparisonRoom.CHARACTERS_MAX && room.isEnoughFor(bytes);
        return fits;
    }

    /**
     * The places of these values; a file that is too large to compare, cannot be read, or has no room is a place as a
     * whole.
     */
    public List<ValueAddress> places(Tree before, Tree after, List<FileChange> files) {
        List<ValueAddress> places = new ArrayList<>();
        for (FileChange file : files) {
            Optional<List<ValueAddress>> all = find(before, after, file)
                    .map(values -> values.stream().map(FieldChange::place).toList())
                    .filter(found -> room.take(
                            found.stream().mapToLong(ValueAddress::heldBytes).sum()));
            places.addAll(all.orElseGet(
                    () -> List.of(FieldDiff.place(file.path(), paths.locate(file.path(), models)))));
        }
        return places;
    }

    /** The values that differ in one file; empty for a file that is too large to compare, or where there is no room. */
    private Optional<List<FieldChange>> find(Tree before, Tree after, FileChange file) {
        ContentPath where = paths.locate(file.path(), models);
        if (!FieldDiff.compares(where)) {
            return Optional.of(List.of());
        }
        byte @Nullable [] old;
        byte @Nullable [] now;
        try {
            old = bytes(before, file.oldBlob());
            now = bytes(after, file.newBlob());
        } catch (Failure tooLarge) {
            return Optional.empty();
        }
        long needed = heldBytesAtMost(where, old) + heldBytesAtMost(where, now);
        if (!room.take(needed)) {
            hasNoRoom |= room.isEnoughFor(needed);
            return Optional.empty();
        }
        List<FieldChange> values = FieldDiff.between(file.path(), where, old, now);
        room.giveBack(needed);
        return Optional.of(values);
    }

    private static byte @Nullable [] bytes(Tree tree, @Nullable BlobId blob) {
        return blob == null ? null : tree.read(blob, FILE_BYTES_MAX);
    }

    /** The bytes of the heap that a version takes while it is compared, with its own. */
    private static long heldBytesAtMost(ContentPath where, byte @Nullable [] version) {
        if (version == null) {
            return 0;
        }
        long parsed = where instanceof ContentPath.Document
                ? MarkdownFile.heldBytesAtMost(version)
                : ContentFile.budget().jsonBytesAtMost(version);
        return parsed + 2L * version.length;
    }
}
