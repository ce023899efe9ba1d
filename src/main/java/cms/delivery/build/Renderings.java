package cms.delivery.build;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Scheduler;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Caches delivered documents by the blob of their file: parsing and rendering are most of a build of documents, and a
 * full build and a preview read the same files again. The delivered bytes are those of a release or preview in memory;
 * this cache refers to them weakly.
 *
 * <p>A rendering depends on the bytes and the slug alone, so it is never out of date. The files of collections are kept
 * for each builder as it read them last. Bounded by bytes, and dropped ten minutes after the last use.
 */
public final class Renderings {
    private static final long BYTES_MAX = 24L << 20;
    private static final int BYTES_BESIDE = 400;
    private static final int METAS_SHARE = 3;
    private static final Duration IDLE_MAX = Duration.ofMinutes(10);

    private final Cache<Key, Known> rendered;
    private final Cache<FileKey, CollectionFile> collections;
    private final Cache<FileKey, MemberSpans.Parsed> metas;

    public Renderings() {
        this(BYTES_MAX);
    }

    private Renderings(long bytesMax) {
        this.rendered = Caffeine.newBuilder()
                .maximumWeight(bytesMax)
                .weigher((Key key, Known value) -> BYTES_BESIDE + value.item.length)
                .expireAfterAccess(IDLE_MAX)
                .scheduler(Scheduler.systemScheduler())
                .build();
        this.collections = Caffeine.newBuilder()
                .maximumWeight(bytesMax)
                .weigher((FileKey key, CollectionFile value) -> value.weight())
                .expireAfterAccess(IDLE_MAX)
                .scheduler(Scheduler.systemScheduler())
                .build();
        this.metas = Caffeine.newBuilder()
                .maximumWeight(bytesMax / METAS_SHARE)
                .weigher((FileKey key, MemberSpans.Parsed value) -> value.weight())
                .expireAfterAccess(IDLE_MAX)
                .scheduler(Scheduler.systemScheduler())
                .build();
    }

    /** A cache that keeps nothing. */
    static Of none() {
        return new Renderings(0).of("");
    }

    /** The renderings of one repository, for one builder. */
    public Of of(String repoFullName) {
        return new Of(repoFullName);
    }

    /** Drops everything of a repository when a project on it was deleted; other projects on it read it again. */
    public void forget(String repoFullName) {
        rendered.asMap().keySet().removeIf(key -> key.repoFullName().equals(repoFullName));
        collections.asMap().keySet().removeIf(key -> key.reader().repoFullName.equals(repoFullName));
        metas.asMap().keySet().removeIf(key -> key.reader().repoFullName.equals(repoFullName));
    }

    /** @param reader the builder's view that read the file; another one reads it anew */
    private record FileKey(Of reader, String path) {}

    private record Key(String repoFullName, String blobSha, String slug) {}

    /**
     * One document.
     *
     * @param body the delivered file
     * @param item the document's item of the index
     */
    record Rendered(DeliveredBytes body, byte[] item) {}

    private record Known(WeakReference<DeliveredBytes> body, byte[] item) {}

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

        /** Meta of a collection as the same builder has read it last. */
        MemberSpans.@Nullable Parsed meta(String path) {
            return metas.getIfPresent(new FileKey(this, path));
        }

        void keep(String path, MemberSpans.Parsed meta) {
            metas.put(new FileKey(this, path), meta);
        }

        Optional<Rendered> find(String blobSha, String slug) {
            Known known = rendered.getIfPresent(new Key(repoFullName, blobSha, slug));
            if (known == null) {
                return Optional.empty();
            }
            return Optional.ofNullable(known.body.get()).map(body -> new Rendered(body, known.item));
        }

        void keep(String blobSha, String slug, Rendered value) {
            rendered.put(new Key(repoFullName, blobSha, slug), new Known(new WeakReference<>(value.body), value.item));
        }
    }
}
