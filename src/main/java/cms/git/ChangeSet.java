package cms.git;

import cms.git.graph.Blob;
import cms.git.graph.GitNames;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.eclipse.jgit.lib.FileMode;

/** Files to put and files to remove, relative to the root of a tree; the order of the calls does not matter. */
public final class ChangeSet {
    private static final ChangeSet NONE = builder().build();

    private final NavigableMap<String, Optional<Blob>> byPath;

    private ChangeSet(NavigableMap<String, Optional<Blob>> byPath) {
        this.byPath = Collections.unmodifiableNavigableMap(byPath);
    }

    public static ChangeSet none() {
        return NONE;
    }

    /** What makes the older of two trees the newer; the content of files is not read. */
    public static ChangeSet of(List<FileChange> differences) {
        Builder changes = builder();
        for (FileChange file : differences) {
            if (file.newBlob() == null) {
                changes.remove(file.path());
            } else {
                changes.reuse(file.path(), file.newBlob(), file.kind().mode());
            }
        }
        return changes.build();
    }

    public static Builder builder() {
        return new Builder();
    }

    public boolean isEmpty() {
        return byPath.isEmpty();
    }

    /** Every path that is put or removed, sorted. */
    public Set<String> paths() {
        return byPath.keySet();
    }

    /** The new content of each path; empty for a removal. */
    NavigableMap<String, Optional<Blob>> byPath() {
        return byPath;
    }

    /** The new bytes of a path; empty for a removal, for an unchanged path, and for content that is only named. */
    public Optional<byte[]> bytes(String path) {
        return byPath.getOrDefault(path, Optional.empty()).flatMap(Blob::bytes).map(byte[]::clone);
    }

    /** The name that the new content of a path has; empty for a removal, and for an unchanged path. */
    public Optional<BlobId> blob(String path) {
        return byPath.getOrDefault(path, Optional.empty()).map(blob -> BlobId.of(blob.name()));
    }

    /** Collects changes; the last change of a path is used. */
    public static final class Builder {
        private final NavigableMap<String, Optional<Blob>> byPath = new TreeMap<>();

        private Builder() {}

        /** Creates or replaces a file; a path with an empty, dotted or {@code .git} segment is {@code INVALID}. */
        public Builder put(String path, byte[] bytes) {
            return give(path, bytes.clone());
        }

        /** As {@link #put(String, byte[])}, without a copy: the caller must not change the bytes any more. */
        public Builder give(String path, byte[] bytes) {
            byPath.put(GitNames.checkPath(path), Optional.of(Blob.of(bytes)));
            return this;
        }

        /** Creates or replaces a file with that of another tree as it is, with its mode; its content is not read. */
        public Builder reuse(Tree.Entry file) {
            return reuse(file.path(), file.blob(), file.kind().mode());
        }

        /** Moves a file of this repository as it is; its content is not read. */
        public Builder move(Tree.Entry file, String to) {
            return remove(file.path()).reuse(to, file.blob(), file.kind().mode());
        }

        private Builder reuse(String path, BlobId stored, FileMode mode) {
            byPath.put(GitNames.checkPath(path), Optional.of(Blob.stored(stored.object(), mode)));
            return this;
        }

        /** Creates or replaces a file with UTF-8 text. */
        public Builder put(String path, String text) {
            return put(path, text.getBytes(StandardCharsets.UTF_8));
        }

        /** The object name of the content put at a path. */
        public BlobId blob(String path) {
            return byPath.getOrDefault(path, Optional.empty())
                    .map(blob -> BlobId.of(blob.name()))
                    .orElseThrow();
        }

        /** Removes a file; a file that is not there is no error. */
        public Builder remove(String path) {
            byPath.put(GitNames.checkPath(path), Optional.empty());
            return this;
        }

        public Builder putAll(ChangeSet others) {
            byPath.putAll(others.byPath);
            return this;
        }

        public ChangeSet build() {
            return new ChangeSet(new TreeMap<>(byPath));
        }
    }
}
