package cms.delivery.read;

import cms.delivery.serve.Entity;
import cms.delivery.serve.Release;
import cms.platform.compute.Turn;
import cms.platform.heap.HeapShare;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.function.Supplier;

/**
 * Caches {@link DeliveredTypes} for as long as their release is in memory and the heap has room: the definitions of all
 * models are parsed for them.
 */
final class TypesOfReleases {
    private final Cache<Release, Entity> modules = cache();
    private final Cache<Release, Entity> documents = cache();
    private final long bytesMax;

    TypesOfReleases() {
        this(HeapShare.MODELS.bytes());
    }

    /** @param bytesMax most bytes of the heap for the definitions of all models of one release */
    TypesOfReleases(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    private static Cache<Release, Entity> cache() {
        return Caffeine.newBuilder().weakKeys().softValues().build();
    }

    /** @param turn makes it, where it is not cached */
    Entity typeScript(Release release, Turn turn) {
        return entity(modules, release, turn, () -> DeliveredTypes.typeScript(release, bytesMax));
    }

    /** @param turn makes it, where it is not cached */
    Entity openApi(Release release, String projectId, Turn turn) {
        return entity(documents, release, turn, () -> DeliveredTypes.openApi(release, projectId, bytesMax));
    }

    private static Entity entity(Cache<Release, Entity> cache, Release release, Turn turn, Supplier<Entity> made) {
        Entity known = cache.getIfPresent(release);
        if (known != null) {
            return known;
        }
        Entity fresh = turn.run(made);
        cache.put(release, fresh);
        return fresh;
    }
}
