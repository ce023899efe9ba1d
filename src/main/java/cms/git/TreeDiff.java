package cms.git;

import java.util.Objects;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/** The files that differ between two trees; folders with the same object name are never opened. */
final class TreeDiff {
    private final Function<ObjectId, Folder> before;
    private final Function<ObjectId, Folder> after;
    private final List<FileChange> changes = new ArrayList<>();

    private TreeDiff(Function<ObjectId, Folder> before, Function<ObjectId, Folder> after) {
        this.before = before;
        this.after = after;
    }

    static List<FileChange> between(Tree from, Tree to) {
        TreeDiff diff = new TreeDiff(from.objects()::folder, to.objects()::folder);
        diff.folders("", from.root(), to.root());
        diff.changes.sort(Comparator.comparing(FileChange::path).thenComparing(FileChange::status, Comparator.reverseOrder()));
        return List.copyOf(diff.changes);
    }

    private void folders(String path, @Nullable ObjectId from, @Nullable ObjectId to) {
        if (from != null && from.equals(to)) {
            return;
        }
        List<Folder.Item> old = from == null ? List.of() : before.apply(from).items();
        List<Folder.Item> young = to == null ? List.of() : after.apply(to).items();
        int i = 0;
        int j = 0;
        while (i < old.size() || j < young.size()) {
            int order = i == old.size() ? 1 : j == young.size() ? -1 : old.get(i).compareTo(young.get(j));
            Folder.Item one = order <= 0 ? old.get(i++) : null;
            Folder.Item other = order >= 0 ? young.get(j++) : null;
            pair(path, one, other);
        }
    }

    private void pair(String path, Folder.@Nullable Item from, Folder.@Nullable Item to) {
        if (from != null && to != null && from.isSame(to)) {
            return;
        }
        Folder.Item named = from != null ? from : Objects.requireNonNull(to);
        String name = path + named.name();
        if (named.isFolder()) {
            folders(name + "/", from == null ? null : from.id(), to == null ? null : to.id());
            return;
        }
        FileChange.Status status = from == null
                ? FileChange.Status.ADDED
                : to == null ? FileChange.Status.REMOVED : FileChange.Status.MODIFIED;
        changes.add(new FileChange(
                name, status, from == null ? null : BlobId.of(from.id()), to == null ? null : BlobId.of(to.id())));
    }
}
