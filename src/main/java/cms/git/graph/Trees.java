package cms.git.graph;

import cms.platform.failure.Failure;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/** Changes, comparisons and merges of trees; folders with the same object name are never opened. */
public final class Trees {
    /**
     * Deepest level of folders that is read. Pushes with deeper ones are refused; deeper folders in older commits are
     * not content.
     */
    public static final int DEPTH_MAX = 100;

    /**
     * Most files and folders that are read of one tree: ten names for one folder, ten deep, are ten thousand million.
     */
    public static final int ENTRIES_MAX = 2_000_000;

    private Trees() {}

    /** @throws Failure UNPROCESSABLE beyond {@link #ENTRIES_MAX} */
    public static void requireFew(long entries) {
        if (entries > ENTRIES_MAX) {
            throw Failure.unprocessable("A tree has more than %,d files and folders.".formatted(ENTRIES_MAX));
        }
    }

    /** Receives each file that differs; a null is a file that the tree does not have. */
    @FunctionalInterface
    public interface Sink {
        void differs(String path, Folder.@Nullable Item from, Folder.@Nullable Item to);
    }

    /** One name in the three trees of a merge; null where a tree has no such name, never in all of them. */
    public record Trio(Folder.@Nullable Item base, Folder.@Nullable Item ours, Folder.@Nullable Item theirs) {
        public Folder.Item named() {
            if (ours != null) {
                return ours;
            }
            return java.util.Objects.requireNonNull(theirs != null ? theirs : base);
        }
    }

    /** Decides what a merge of trees alone cannot. */
    public interface Judge {
        /**
         * The merge result of a file that both sides changed differently; null when the merged tree has no such file.
         */
        Folder.@Nullable Item file(String path, Trio trio);

        /**
         * Decides about a name that is a file on one side and a folder on the other: true when the file is kept in the
         * tree, false for the folder.
         *
         * @param isOurs whether the file is of our side
         */
        boolean clash(String path, boolean isOurs);

        /** Notes two names, one of each side, that Windows and macOS take for the same one. */
        void alike(String path, String sibling);
    }

    /**
     * The tree with files put (present) and removed (empty); folders that lose their last file vanish, and a file in
     * the place of a folder, or the reverse, is {@code CONFLICT}.
     */
    public static ObjectId apply(PendingObjects objects, ObjectId root, Map<String, Optional<Blob>> changes) {
        return new PathCopy(objects).apply(root, changes);
    }

    /** Hands over every file that differs, folder by folder. */
    public static void compare(ObjectSource before, ObjectId from, ObjectSource after, ObjectId to, Sink sink) {
        new TreeDiff(before, after, sink).between(from, to);
    }

    /** The merge of two trees over a third. */
    public static ObjectId merge(PendingObjects objects, ObjectId base, ObjectId ours, ObjectId theirs, Judge judge) {
        return new TreeMerge(objects, judge).merge(base, ours, theirs);
    }
}
