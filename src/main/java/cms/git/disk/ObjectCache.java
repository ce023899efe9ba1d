package cms.git.disk;

import cms.git.graph.ObjectSource.GitObject;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Optional;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.ObjectId;

/** Recently used objects of all repositories; an object is remembered per repository and never lent to another. */
final class ObjectCache {
    private static final int OBJECT_BYTES_MAX = 1 << 20;
    private static final int ENTRY_OVERHEAD_BYTES = 120;

    private final Cache<Key, GitObject> objects;

    public ObjectCache(long bytesMax) {
        this.objects = Caffeine.newBuilder()
                .maximumWeight(bytesMax)
                .weigher((Key key, GitObject object) -> object.bytes().length + ENTRY_OVERHEAD_BYTES)
                .executor(Runnable::run)
                .build();
    }

    private record Key(StoredObjects owner, AnyObjectId id) {}

    public Optional<GitObject> find(StoredObjects owner, AnyObjectId id) {
        return Optional.ofNullable(objects.getIfPresent(new Key(owner, id)));
    }

    public void remember(StoredObjects owner, ObjectId id, GitObject object) {
        if (object.bytes().length <= OBJECT_BYTES_MAX) {
            objects.put(new Key(owner, id.copy()), object);
        }
    }
}
