package cms.git;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The files of one commit, read lazily; immutable and safe to share between threads. */
public final class Tree {
    /** What stands under a name; a link's bytes are the target's path, a submodule has no bytes here. */
    public enum Kind {
        FILE,
        EXECUTABLE,
        LINK,
        SUBMODULE,
        FOLDER
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

        /** Whether it is a plain (or executable) file, which alone has content of ours. */
        public boolean isFile() {
            return kind == Kind.FILE || kind == Kind.EXECUTABLE;
        }

        /** The blob of a file or link; calling it for another kind is a mistake of the caller. */
        public BlobId blob() {
            return new BlobId(sha);
        }
    }

    public TreeId id() {
        throw new UnsupportedOperationException();
    }

    /** The object name of the subtree at a folder, an exact tag of everything below; empty when there is none. */
    public Optional<TreeId> folder(String path) {
        throw new UnsupportedOperationException();
    }

    /** The blob of a file; empty for a missing path, a folder, a link or a submodule. */
    public Optional<BlobId> blob(String path) {
        throw new UnsupportedOperationException();
    }

    /** What stands directly in a folder ({@code ""} is the root), in Git's order; empty for a missing folder. */
    public List<Entry> entries(String folder) {
        throw new UnsupportedOperationException();
    }

    /** Hands over every entry below a folder that is not itself a folder, in Git's order. */
    public void walk(String folder, Consumer<Entry> visitor) {
        throw new UnsupportedOperationException();
    }

    /** The bytes of a blob; {@code TOO_LARGE} above the limit, {@code NOT_FOUND} when it is not stored. */
    public byte[] read(BlobId blob, long bytesMax) {
        throw new UnsupportedOperationException();
    }

    /** The bytes of a file; empty when {@link #blob} is. */
    public Optional<byte[]> read(String path, long bytesMax) {
        return blob(path).map(blob -> read(blob, bytesMax));
    }
}
