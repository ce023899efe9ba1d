package cms.git.graph;

import java.util.List;
import java.util.Objects;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/** The files that differ between two trees; folders with the same object name are never opened. */
final class TreeDiff {
    private final ObjectSource before;
    private final ObjectSource after;
    private final Trees.Sink sink;
    private long compared;

    TreeDiff(ObjectSource before, ObjectSource after, Trees.Sink sink) {
        this.before = before;
        this.after = after;
        this.sink = sink;
    }

    void between(ObjectId from, ObjectId to) {
        folders("", from, to, 0);
    }

    private void folders(String path, @Nullable ObjectId from, @Nullable ObjectId to, int depth) {
        if (depth > Trees.DEPTH_MAX || Objects.equals(from, to)) {
            return;
        }
        List<Folder.Item> old = from == null ? List.of() : before.folder(from).items();
        List<Folder.Item> young = to == null ? List.of() : after.folder(to).items();
        int i = 0;
        int j = 0;
        while (i < old.size() || j < young.size()) {
            int order =
                    i == old.size() ? 1 : j == young.size() ? -1 : old.get(i).compareTo(young.get(j));
            pair(path, order <= 0 ? old.get(i++) : null, order >= 0 ? young.get(j++) : null, depth);
        }
    }

    private void pair(String path, Folder.@Nullable Item from, Folder.@Nullable Item to, int depth) {
        if (from != null && to != null && from.isSame(to)) {
            return;
        }
        Trees.requireFew(++compared);
        Folder.Item named = from != null ? from : Objects.requireNonNull(to);
        String name = path + named.name();
        if (named.isFolder()) {
            folders(name + "/", from == null ? null : from.id(), to == null ? null : to.id(), depth + 1);
        } else {
            sink.differs(name, from, to);
        }
    }
}
