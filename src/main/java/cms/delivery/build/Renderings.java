package cms.delivery.build;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What documents look like when they are delivered, by the name of their file's bytes: parsing and rendering are most
 * of a build of documents, and a full build, a preview and a project that comes back meet the same files again.
 *
 * <p>Only what follows from the bytes and the slug alone is here, so that it can never be out of date; and for each builder
 * the files of collections as it read them last. Bounded by bytes, and given back when nobody builds.
 */
public final class Renderings {
    private static final long BYTES_MAX = 24L << 20;
    private static final int BYTES_BESIDE = 400;
    private static final Duration IDLE_MAX = Duration.ofMinutes(10);

    private final Cache<Key, Rendered> rendered;
    private final Cache<FileKey, CollectionFile> collections;

    public Renderings() {
        this(BYTES_MAX);
    }

    private Renderings(long bytesMax) {
        this.rendered = Caffeine.newBuilder()
                .maximumWeight(bytesMax)
                .weigher((Key key, Rendered value) -> BYTES_BESIDE + value.document.length + value.item.length)
                .expireAfterAccess(IDLE_MAX)
                .build();
        this.collections = Caffeine.newBuilder()
                .maximumWeight(bytesMax)
                .weigher((FileKey key, CollectionFile value) -> value.weight())
                .expireAfterAccess(IDLE_MAX)
                .build();
    }

    /** Remembers nothing. */
    static Of none() {
        return new Renderings(0).of("");
    }

    /** Those of one repository: what another repository calls by the same name is its own affair. */
    public Of of(String repoFullName) {
        return new Of(repoFullName);
    }

    /** @param reader who read it: another one reads everything anew */
    private record FileKey(Of reader, String path) {}

    private record Key(String repoFullName, String blobSha, String slug) {}

    /**
     * One document.
     *
     * @param hash of the delivered file
     * @param document the delivered file
     * @param item of the index
     */
    record Rendered(String hash, byte[] document, byte[] item) {
        static Rendered of(byte[] document, byte[] item) {
            return new Rendered(Body.of(document).hash(), document, item);
        }

        Body body() {
            return Body.stored(hash, ByteBuffer.wrap(document).asReadOnlyBuffer());
        }
    }

    /** The renderings of one repository. */
    public final class Of {
        private final String repoFullName;

        private Of(String repoFullName) {
            this.repoFullName = repoFullName;
        }

        /** The version of a file that the same builder has read last. */
        @Nullable
        CollectionFile collection(String path) {
            return collections.getIfPresent(new FileKey(this, path));
        }

        void keep(String path, CollectionFile file) {
            collections.put(new FileKey(this, path), file);
        }

        Optional<Rendered> find(String blobSha, String slug) {
            return Optional.ofNullable(rendered.getIfPresent(new Key(repoFullName, blobSha, slug)));
        }

        void keep(String blobSha, String slug, Rendered value) {
            rendered.put(new Key(repoFullName, blobSha, slug), value);
        }
    }
}
