package cms.git.disk;

import cms.git.graph.NewPack;
import cms.git.graph.ObjectSource.GitObject;
import cms.git.graph.RecentlyDeflated;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Scheduler;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;

/** Recently used objects of all repositories; an object is remembered per repository and never lent to another. */
final class ObjectCache {
    private static final int OBJECT_BYTES_MAX = 1 << 20;
    private static final int ENTRY_OVERHEAD_BYTES = 120;

    /**
     * Limits for the deflated large files that writers keep for their next pack: bytes of all repositories together,
     * and how long without use.
     */
    private static final long DEFLATED_BYTES_MAX = 24L << 20;

    private static final Duration DEFLATED_REST = Duration.ofMinutes(5);

    private static final int LARGE_KNOWN_MAX = 256;

    private final Cache<Key, GitObject> objects;

    /** Large files whose bytes are referenced elsewhere, such as by the writer that packed them last (weak values). */
    private final Cache<Key, byte[]> large = Caffeine.newBuilder()
            .maximumSize(LARGE_KNOWN_MAX)
            .weakValues()
            .executor(Runnable::run)
            .build();

    private final Cache<StoredObjects, RecentlyDeflated> deflated = Caffeine.newBuilder()
            .maximumWeight(DEFLATED_BYTES_MAX)
            .weigher((StoredObjects owner, RecentlyDeflated recently) -> (int) recently.bytes() + ENTRY_OVERHEAD_BYTES)
            .expireAfterAccess(DEFLATED_REST)
            .scheduler(Scheduler.systemScheduler())
            .executor(Runnable::run)
            .build();

    public ObjectCache(long bytesMax) {
        this.objects = Caffeine.newBuilder()
                .maximumWeight(bytesMax)
                .weigher((Key key, GitObject object) -> object.bytes().length + ENTRY_OVERHEAD_BYTES)
                .executor(Runnable::run)
                .build();
    }

    private record Key(StoredObjects owner, AnyObjectId id) {}

    /** Makes a pack, given the deflated files of the packs that the same repository's writer has made before. */
    @FunctionalInterface
    interface Packing {
        NewPack with(RecentlyDeflated recently) throws IOException;
    }

    NewPack deflating(StoredObjects owner, Packing packing) throws IOException {
        RecentlyDeflated known = deflated.getIfPresent(owner);
        RecentlyDeflated recently = known == null ? new RecentlyDeflated() : known;
        NewPack pack = packing.with(recently);
        deflated.put(owner, recently);
        return pack;
    }

    public Optional<GitObject> find(StoredObjects owner, AnyObjectId id) {
        Key key = new Key(owner, id);
        GitObject small = objects.getIfPresent(key);
        byte[] held = small == null ? large.getIfPresent(key) : null;
        return held == null ? Optional.ofNullable(small) : Optional.of(new GitObject(Constants.OBJ_BLOB, held));
    }

    /** Drops all cached objects and deflated files of a repository. */
    public void forget(StoredObjects owner) {
        objects.asMap().keySet().removeIf(key -> key.owner() == owner);
        large.asMap().keySet().removeIf(key -> key.owner() == owner);
        deflated.invalidate(owner);
    }

    public void remember(StoredObjects owner, ObjectId id, GitObject object) {
        if (object.bytes().length <= OBJECT_BYTES_MAX) {
            objects.put(new Key(owner, id.copy()), object);
        } else if (object.type() == Constants.OBJ_BLOB) {
            large.put(new Key(owner, id.copy()), object.bytes());
        }
    }
}
