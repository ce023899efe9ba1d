package cms.git;

import cms.git.graph.Folder;
import cms.git.graph.ObjectSource;
import cms.git.graph.Trees;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/** One file that differs between two trees; a moved file is a removal and an addition. */
public record FileChange(
        String path,
        Status status,
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

    /** Two versions of one folder; a path that is not a file on a side counts as missing there. */
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
                path, status, old == null ? null : BlobId.of(old.id()), young == null ? null : BlobId.of(young.id()));
    }

    /** What happened to the file, seen from the older tree; a change of the mode alone is {@code MODIFIED}. */
    public enum Status {
        ADDED,
        MODIFIED,
        REMOVED
    }
}
