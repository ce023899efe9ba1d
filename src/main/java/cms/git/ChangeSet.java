package cms.git;

import cms.git.graph.Blob;
import cms.git.graph.GitNames;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

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

    /** The new bytes of a path; empty for a removal, and for an unchanged path. */
    public Optional<byte[]> bytes(String path) {
        return byPath.getOrDefault(path, Optional.empty())
                .map(blob -> blob.bytes().clone());
    }

    /** The name that the new content of a path gets; empty like {@link #bytes}. */
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
