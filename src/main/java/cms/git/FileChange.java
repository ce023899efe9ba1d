package cms.git;

import cms.git.graph.Folder;
import cms.git.graph.Trees;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
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
