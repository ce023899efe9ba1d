package cms.git;

import cms.git.graph.Folder;
import cms.git.graph.ObjectSource;
import cms.git.graph.Trees;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/** The files of one commit, read lazily; immutable and safe to share between threads. */
public final class Tree {
    /**
     * The kind of an entry of a folder. The bytes of a link are the path of its target; a submodule has no bytes in
     * this repository.
     */
    public enum Kind {
        FILE(FileMode.REGULAR_FILE),
        EXECUTABLE(FileMode.EXECUTABLE_FILE),
        LINK(FileMode.SYMLINK),
        SUBMODULE(FileMode.GITLINK),
        FOLDER(FileMode.TREE);

        private final FileMode mode;

        Kind(FileMode mode) {
            this.mode = mode;
        }

        FileMode mode() {
            return mode;
        }

        static Kind of(Folder.Item item) {
            if (item.isFolder()) {
                return FOLDER;
            }
            if (item.isLink()) {
                return LINK;
            }
            if (item.isSubmodule()) {
                return SUBMODULE;
            }
            return item.isExecutable() ? EXECUTABLE : FILE;
        }
    }

    /**
     * One name in a folder.
     *
     * @param path from the root of the tree, without a leading slash
     * @param sha the object name of the blob, tree or foreign commit
     */
    public record Entry(String path, Kind kind, String sha) {
        public String name() {
            return path.substring(path.lastIndexOf('/') + 1);
        }

        /** Whether it is a plain or executable file; only such files can be content. */
        public boolean isFile() {
            return kind == Kind.FILE || kind == Kind.EXECUTABLE;
        }

        /** The blob of a file or link; calling it for another kind is a mistake of the caller. */
        public BlobId blob() {
            return new BlobId(sha);
        }
    }

    /** Folders near the root, which are read again and again; a listing of many folders does not fill it. */
    private static final int FOLDERS_KEPT_MAX = 32;

    private final ObjectSource objects;
    private final ObjectId root;
    private final Map<ObjectId, Map<String, ObjectId>> folders = new ConcurrentHashMap<>();

    Tree(ObjectSource objects, ObjectId root) {
        this.objects = objects;
        this.root = root;
    }

    ObjectSource objects() {
        return objects;
    }

    ObjectId root() {
        return root;
    }

    public TreeId id() {
        return TreeId.of(root);
    }

    /** The object name of the subtree at a folder, an exact tag of everything below; empty when there is none. */
    public Optional<TreeId> folder(String path) {
        return subtree(path).map(TreeId::of);
    }

    /** The blob of a file; empty for a missing path, a folder, a link or a submodule. */
    public Optional<BlobId> blob(String path) {
        return item(path).map(item -> BlobId.of(item.id()));
    }

    /** A file with its kind; empty when {@link #blob} is. */
    public Optional<Entry> file(String path) {
        return item(path).map(item -> new Entry(path, Kind.of(item), item.id().name()));
    }

    private Optional<Folder.Item> item(String path) {
        int slash = path.lastIndexOf('/');
        return subtree(slash < 0 ? "" : path.substring(0, slash))
                .flatMap(folder -> objects.folder(folder).file(path.substring(slash + 1)))
                .filter(Folder.Item::isFile);
    }

    /** The direct entries of a folder ({@code ""} is the root), in Git's order; empty for a missing folder. */
    public List<Entry> entries(String folder) {
        return entries(folder, subtree(folder).map(objects::folder).orElse(Folder.EMPTY));
    }

    /**
     * Like {@link #entries(String)}, for a folder whose entry has been listed: the folders above it are not read again.
     */
    public List<Entry> entries(Entry folder) {
        return entries(folder.path(), objects.folder(ObjectId.fromString(folder.sha())));
    }

    private static List<Entry> entries(String folder, Folder listed) {
        String prefix = folder.isEmpty() ? "" : folder + "/";
        return listed.items().stream()
                .map(item ->
                        new Entry(prefix + item.name(), Kind.of(item), item.id().name()))
                .toList();
    }

    /** Hands over every entry below a folder that is not itself a folder, in Git's order. */
    public void walk(String folder, Consumer<Entry> visitor) {
        subtree(folder).ifPresent(tree -> walk(tree, folder.isEmpty() ? "" : folder + "/", visitor, 0, new long[1]));
    }

    private void walk(ObjectId tree, String prefix, Consumer<Entry> visitor, int depth, long[] seen) {
        if (depth > Trees.DEPTH_MAX) {
            return;
        }
        for (Folder.Item item : objects.folder(tree).items()) {
            Trees.requireFew(++seen[0]);
            if (item.isFolder()) {
                walk(item.id(), prefix + item.name() + "/", visitor, depth + 1, seen);
            } else {
                visitor.accept(
                        new Entry(prefix + item.name(), Kind.of(item), item.id().name()));
            }
        }
    }

    /**
     * The files below a folder that differ from an earlier version of that folder (empty: there was none); folders that
     * are the same are not opened. {@code NOT_FOUND} when the repository does not have that version any more.
     */
    public List<FileChange> changes(String folder, Optional<TreeId> before) {
        ObjectId from = before.map(TreeId::object).orElse(Constants.EMPTY_TREE_ID);
        ObjectId to = subtree(folder).orElse(Constants.EMPTY_TREE_ID);
        return FileChange.between(objects, from, to, folder.isEmpty() ? "" : folder + "/");
    }

    /** The bytes of a blob; {@code TOO_LARGE} above the limit, {@code NOT_FOUND} when it is not stored. */
    public byte[] read(BlobId blob, long bytesMax) {
        return objects.read(blob.object(), Constants.OBJ_BLOB, bytesMax).clone();
    }

    /** The length of a blob in bytes. */
    public long size(BlobId blob) {
        return objects.size(blob.object());
    }

    /**
     * Like {@link #read(BlobId, long)}, for a caller that reads very many files once: the bytes are not cached, and the
     * caller must not change them.
     */
    public byte[] readOnce(BlobId blob, long bytesMax) {
        return objects.readOnce(blob.object(), Constants.OBJ_BLOB, bytesMax);
    }

    /** The bytes of a file; empty when {@link #blob} is. */
    public Optional<byte[]> read(String path, long bytesMax) {
        return blob(path).map(blob -> read(blob, bytesMax));
    }

    private Optional<ObjectId> subtree(String path) {
        Optional<ObjectId> tree = Optional.of(root);
        if (path.isEmpty()) {
            return tree;
        }
        for (String name : path.split("/", -1)) {
            tree = tree.flatMap(id -> Optional.ofNullable(foldersIn(id).get(name)));
        }
        return tree;
    }

    private Map<String, ObjectId> foldersIn(ObjectId id) {
        Map<String, ObjectId> known = folders.get(id);
        if (known != null) {
            return known;
        }
        Map<String, ObjectId> read = new HashMap<>();
        for (Folder.Item item : objects.folder(id).items()) {
            if (item.isFolder()) {
                read.putIfAbsent(item.name(), item.id());
            }
        }
        if (folders.size() < FOLDERS_KEPT_MAX) {
            folders.put(id, read);
        }
        return read;
    }

    /** Two trees are equal when all their files are. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Tree tree && tree.root.equals(root);
    }

    @Override
    public int hashCode() {
        return root.hashCode();
    }

    @Override
    public String toString() {
        return root.name();
    }
}
