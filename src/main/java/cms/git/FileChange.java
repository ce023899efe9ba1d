package cms.git;

import cms.git.graph.Folder;
import cms.git.graph.ObjectSource;
import cms.git.graph.Trees;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * One file that differs between two trees; a moved file is a removal and an addition.
 *
 * @param kind of the newer file, or of the older one where it is removed
 */
public record FileChange(
        String path,
        Status status,
        Tree.Kind kind,
        @Nullable BlobId oldBlob,
        @Nullable BlobId newBlob) {
    static List<FileChange> between(Tree from, Tree to) {
        List<FileChange> changes = new ArrayList<>();
        Trees.compare(
                from.objects(),
                from.root(),
                to.objects(),
                to.root(),
                (path, old, young) -> changes.add(of(path, old, young)));
        changes.sort(
                Comparator.comparing(FileChange::path).thenComparing(FileChange::status, Comparator.reverseOrder()));
        return List.copyOf(changes);
    }

    /**
     * The files that differ between two versions of one folder. A path that is a link, a submodule or a folder on one
     * side counts as missing on that side.
     */
    static List<FileChange> between(ObjectSource objects, ObjectId from, ObjectId to, String prefix) {
        List<FileChange> changes = new ArrayList<>();
        Trees.compare(objects, from, objects, to, (path, old, young) -> {
            Folder.Item before = old != null && old.isFile() ? old : null;
            Folder.Item after = young != null && young.isFile() ? young : null;
            if (before != null || after != null) {
                changes.add(of(prefix + path, before, after));
            }
        });
        return changes;
    }

    private static FileChange of(String path, Folder.@Nullable Item old, Folder.@Nullable Item young) {
        Status status = old == null ? Status.ADDED : young == null ? Status.REMOVED : Status.MODIFIED;
        return new FileChange(
                path,
                status,
                Tree.Kind.of(young != null ? young : Objects.requireNonNull(old)),
                old == null ? null : BlobId.of(old.id()),
                young == null ? null : BlobId.of(young.id()));
    }

    /** How the file differs, seen from the older tree; a change of the mode alone is {@code MODIFIED}. */
    public enum Status {
        ADDED,
        MODIFIED,
        REMOVED
    }
}
