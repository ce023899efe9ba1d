package cms.delivery;

import cms.delivery.build.Body;
import cms.delivery.build.Bundle;
import cms.delivery.build.Pile;
import cms.delivery.build.Shelf;
import cms.delivery.build.Site;
import cms.delivery.serve.Entity;
import cms.delivery.serve.Place;
import cms.delivery.serve.Release;
import cms.delivery.serve.ReleaseRecord;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import cms.platform.objects.Objects;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Stores releases as objects: the bytes that a build made first in packs, and a record that says which bytes of
 * which pack stand under each path. What did not change is neither written nor read again, and what other files say is
 * not stored (decision 47).
 */
final class ReleaseFiles {
    private static final int PACKS_MAX = 40;

    /** Above it a pack is full. */
    static final int PACK_BYTES_MAX = 32 << 20;

    private static final int FETCHED_TOGETHER_MAX = 40;
    private static final int FETCHED_TOGETHER_MAX_LARGE = 2;

    private final Objects objects;
    private final int packBytesMax;
    private final String folder;

    ReleaseFiles(Objects objects, String projectId, int packBytesMax) {
        this.objects = objects;
        this.packBytesMax = packBytesMax;
        this.folder = "delivery/" + projectId + "/";
    }

    /** A stored release and how much of it was new. */
    record Stored(Release release, Set<String> packs, int written) {}

    /** Stores what a build makes; nothing is current before the caller says so. */
    Writing writing(Build build, @Nullable Release before) {
        return new Writing(build, before);
    }

    /**
     * Stores what is new of a build while it is made, and at last the record.
     *
     * <p>A small build lies in the heap until then; of any other build only the newest bodies do, and all others are read
     * from their pack.
     */
    final class Writing implements Shelf, AutoCloseable {
        private final Build build;
        private final Map<String, Entity> before;
        private final boolean together;
        private final Map<String, Entity> fresh = new HashMap<>();
        private int packs;
        private String packName;
        private Pile pile;
        private boolean closed;

        private Writing(Build build, @Nullable Release before) {
            this.build = build;
            this.before = before == null ? Map.of() : before.files();
            this.together = before != null && isScattered(before);
            this.packName = build.id();
            this.pile = new Pile(objects, pack(packName), Math.min(packBytesMax - 1, Pile.HEAP_BYTES_MAX));
        }

        @Override
        public synchronized Body keep(String path, Body made) {
            return entity(path, made).body();
        }

        /** Nothing is stored from now on, whoever of a build that broke off still hands something over. */
        @Override
        public synchronized void close() {
            closed = true;
            pile.close();
        }

        private Entity entity(String path, Body made) {
            Entity old = before.get(path);
            if (old != null
                    && (!old.body().hash().equals(made.hash()) || old.place().isNowhere())) {
                old = null;
            }
            if (old != null && !together) {
                return old;
            }
            Entity known = fresh.get(path);
            if (known != null && known.body().hash().equals(made.hash())) {
                return known;
            }
            if (closed) {
                throw new IllegalStateException("This build has ended.");
            }
            Body body = old != null ? old.body() : made;
            Entity entity = new Entity(body, new Place(packName, pile.bytes()));
            fresh.put(path, entity);
            pile.add(body);
            if (pile.bytes() >= packBytesMax) {
                storePack();
            }
            return entity;
        }

        private Entity joined(String path, Body made) {
            Entity old = before.get(path);
            if (old != null
                    && old.body().hash().equals(made.hash())
                    && (old.place().isNowhere() || !together)) {
                return old;
            }
            Entity entity = new Entity(made, Place.NOWHERE);
            fresh.put(path, entity);
            return entity;
        }

        private void storePack() {
            pile.store();
            packs++;
            packName = Place.pack(build.id(), packs);
            pile = new Pile(objects, pack(packName), 0);
        }

        /** Stores the rest, and then the record. */
        synchronized Stored finish(Site site) {
            Map<String, Entity> files = HashMap.newHashMap(site.files().size());
            Set<String> read = new TreeSet<>();
            int written = 0;
            Map<String, Bundle> bundles = isSmall(site) ? Bundle.among(site.marks(), site.files()) : Map.of();
            for (Map.Entry<String, Body> file : site.files().entrySet()) {
                Entity entity = bundles.containsKey(file.getKey())
                        ? joined(file.getKey(), file.getValue())
                        : entity(file.getKey(), file.getValue());
                files.put(file.getKey(), entity);
                if (!entity.place().isNowhere()) {
                    read.add(entity.place().pack());
                }
                if (entity == fresh.get(file.getKey())) {
                    written++;
                }
            }
            if (!pile.isEmpty()) {
                storePack();
            }
            Release release = new Release(
                    build.id(),
                    build.branch(),
                    site.commitSha(),
                    site.builtAt(),
                    site.nextChange(),
                    files,
                    site.marks());
            objects.put(record(build.id()), ReleaseRecord.bytes(release));
            return new Stored(release, read, written);
        }

        /** Of a large release everything is read from its packs, so nothing of it may be missing there. */
        private boolean isSmall(Site site) {
            return site.files().values().stream().mapToLong(Body::size).sum() <= packBytesMax;
        }
    }

    /**
     * Brings a release back into memory; empty when objects of it are missing.
     *
     * @param known a release that is in memory; what both share is not read again
     */
    Optional<Release> read(String buildId, @Nullable Release known) {
        Optional<byte[]> stored = objects.get(record(buildId));
        if (stored.isEmpty()) {
            return Optional.empty();
        }
        JsonNode described = Json.parse(stored.get());
        Map<String, Entity> files = new HashMap<>();
        Map<String, List<Map.Entry<String, JsonNode>>> wanted = new TreeMap<>();
        Map<String, String> joined = new HashMap<>();
        for (Map.Entry<String, JsonNode> file : described.get("files").properties()) {
            Entity shared = known == null ? null : known.files().get(file.getKey());
            if (shared != null
                    && shared.body().hash().equals(file.getValue().get(3).asString())) {
                files.put(file.getKey(), shared);
            } else if (file.getValue().get(0).asString().isEmpty()) {
                joined.put(file.getKey(), file.getValue().get(3).asString());
            } else {
                String pack = file.getValue().get(0).asString();
                wanted.computeIfAbsent(pack, id -> new ArrayList<>()).add(file);
            }
        }
        if (!fetch(wanted, files)) {
            return Optional.empty();
        }
        Release parts = ReleaseRecord.release(buildId, described, files);
        return joined.isEmpty() || join(joined, parts) ? Optional.of(parts) : Optional.empty();
    }

    /** Makes the bundles that are not stored; false when what they are made of is not what it was. */
    private static boolean join(Map<String, String> hashes, Release parts) {
        Map<String, Bundle> bundles = Bundle.among(parts.marks(), parts.before().files());
        hashes.forEach((path, hash) -> {
            Bundle bundle = bundles.get(path);
            if (bundle != null) {
                parts.files().put(path, new Entity(bundle.body(hash), Place.NOWHERE));
            }
        });
        return parts.files().keySet().containsAll(hashes.keySet());
    }

    /** Reads files out of their packs, by pack; false when something is missing. */
    private boolean fetch(Map<String, List<Map.Entry<String, JsonNode>>> wanted, Map<String, Entity> files) {
        long bytes = wanted.values().stream()
                .flatMap(List::stream)
                .mapToLong(file -> file.getValue().get(2).asInt())
                .sum();
        boolean large = bytes > Math.min(packBytesMax, Pile.HEAP_BYTES_MAX);
        int together = bytes > packBytesMax ? FETCHED_TOGETHER_MAX_LARGE : FETCHED_TOGETHER_MAX;
        Map<String, ByteBuffer> packs = packs(wanted.keySet(), large, together);
        for (Map.Entry<String, List<Map.Entry<String, JsonNode>>> of : wanted.entrySet()) {
            ByteBuffer pack = packs.getOrDefault(of.getKey(), ByteBuffer.allocate(0));
            for (Map.Entry<String, JsonNode> file : of.getValue()) {
                int offset = file.getValue().get(1).asInt();
                int size = file.getValue().get(2).asInt();
                if (offset + size > pack.limit()) {
                    return false;
                }
                Body found = Body.stored(file.getValue().get(3).asString(), pack.slice(offset, size));
                // Of a large release the packs stay where they are, a small body does not hold on to its pack.
                Body body = large ? found : Body.stored(found.hash(), ByteBuffer.wrap(found.bytes()));
                files.put(file.getKey(), new Entity(body, new Place(of.getKey(), offset)));
            }
        }
        return true;
    }

    /** Fetches several at the same time, because each may be a journey to a store elsewhere. */
    private Map<String, ByteBuffer> packs(Set<String> ids, boolean large, int together) {
        Map<String, ByteBuffer> packs = new ConcurrentHashMap<>();
        Semaphore free = new Semaphore(together);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> fetching = new ArrayList<>();
            for (String id : ids) {
                fetching.add(threads.submit(() -> {
                    free.acquireUninterruptibly();
                    try {
                        Optional<ByteBuffer> found = large
                                ? objects.view(pack(id))
                                : objects.get(pack(id)).map(ByteBuffer::wrap);
                        found.ifPresent(bytes -> packs.put(id, bytes));
                    } finally {
                        free.release();
                    }
                }));
            }
            for (Future<?> one : fetching) {
                one.get();
            }
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(failed);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw Failure.unavailable("The service is stopping; try again.").causedBy(stopping);
        }
        return packs;
    }

    void deleteRecord(String buildId) {
        objects.delete(record(buildId));
    }

    /** Removes packs that nobody needs, and the place of those of one build when it has become empty. */
    void deletePacks(Set<String> packs, Set<String> needed) {
        packs.stream().filter(pack -> !needed.contains(pack)).forEach(pack -> objects.delete(pack(pack)));
        packs.stream()
                .filter(Place::isMore)
                .map(pack -> Place.more(Place.build(pack)))
                .distinct()
                .filter(more -> needed.stream().noneMatch(pack -> pack.startsWith(more)))
                .forEach(more -> objects.deleteAll(folder + more));
    }

    /** Removes every pack that a build has stored, however many these are. */
    void deletePacks(String buildId) {
        objects.delete(pack(buildId));
        objects.deleteAll(folder + Place.more(buildId));
    }

    /** Removes everything of the project. */
    void deleteAll() {
        objects.deleteAll(folder);
    }

    /** Whether it lies in so many packs that storing it together again is the cheaper way. */
    private static boolean isScattered(Release release) {
        return release.files().values().stream()
                        .map(entity -> Place.build(entity.place().pack()))
                        .distinct()
                        .count()
                > PACKS_MAX;
    }

    private String pack(String name) {
        return folder + name + ".pack";
    }

    private String record(String buildId) {
        return folder + buildId + ".json";
    }
}
