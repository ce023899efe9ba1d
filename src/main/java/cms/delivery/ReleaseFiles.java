package cms.delivery;

import cms.delivery.build.BodySink;
import cms.delivery.build.Bundle;
import cms.delivery.build.DeliveredBytes;
import cms.delivery.build.Site;
import cms.delivery.pack.PackBuffer;
import cms.delivery.serve.Entity;
import cms.delivery.serve.PackPosition;
import cms.delivery.serve.PackPosition.Piece;
import cms.delivery.serve.Release;
import cms.delivery.serve.ReleaseReading;
import cms.delivery.serve.ReleaseRecord;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import cms.platform.objects.AtOnce;
import cms.platform.objects.Objects;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Stores releases as objects: the bytes that a build made first in packs, and a record of the packs and offsets of the
 * bytes under each path. Unchanged bytes are neither written nor read again, and a file that consists of other files is
 * not stored (decision 47).
 */
final class ReleaseFiles {
    private static final int PACKS_MAX = 40;

    /** Tasks at the end of a release that run at the same time: storing it, and preparing it for readers. */
    private static final int TOGETHER = 2;

    /** Size from which a pack is full. */
    static final int PACK_BYTES_MAX = 32 << 20;

    /** Smaller files are stored whole, as the saved room is not worth another piece to read. */
    private static final int PIECES_BYTES_MIN = 64 << 10;

    /** A file takes some 150 bytes of a record: its values are some 500 in the heap, and the file itself 1,500. */
    private static final long HEAP_BYTES_PER_BYTE = 14;

    private final Objects objects;
    private final int packBytesMax;
    private final String folder;
    private final ReleaseReading reading;

    ReleaseFiles(Objects objects, String projectId, int packBytesMax) {
        this.objects = objects;
        this.packBytesMax = packBytesMax;
        this.folder = "delivery/" + projectId + "/";
        this.reading = new ReleaseReading(objects, this::pack, packBytesMax);
    }

    /** A stored release and how much of it was new. */
    record Stored(Release release, Set<String> packs, int written) {}

    /**
     * Stores the files of a build; they are not current before the caller moves the pointer.
     *
     * @param ofCommit the last release of the same commit; null when there is none
     */
    ReleaseWriter writing(Build build, @Nullable Release before, @Nullable Release ofCommit) {
        return new ReleaseWriter(build, before, ofCommit);
    }

    /**
     * Stores the new files of a build while it runs, and the record at its end.
     *
     * <p>The bodies of a small build stay in the heap until then; of any other build only the newest do, and all others
     * are read from their pack.
     */
    final class ReleaseWriter implements BodySink, AutoCloseable {
        private final Build build;
        private final Map<String, Entity> before;
        private final @Nullable Release ofCommit;
        private final boolean together;
        private final boolean large;
        private final Map<String, Entity> fresh = new HashMap<>();
        private int packs;
        private String packName;
        private PackBuffer buffer;
        private @Nullable FutureTask<?> storing;
        private boolean closed;

        private ReleaseWriter(Build build, @Nullable Release before, @Nullable Release ofCommit) {
            this.build = build;
            this.ofCommit = ofCommit;
            this.before = before == null ? Map.of() : before.files();
            this.together = before != null && isScattered(before);
            this.large = before != null && before.bytes() > packBytesMax;
            this.packName = build.id();
            this.buffer =
                    new PackBuffer(objects, pack(packName), Math.min(packBytesMax - 1, PackBuffer.HEAP_BYTES_MAX));
        }

        @Override
        public DeliveredBytes keep(String path, DeliveredBytes made) {
            PackBuffer filled;
            DeliveredBytes kept;
            synchronized (this) {
                kept = entity(path, made).body();
                filled = buffer;
            }
            filled.writeBatches();
            return kept;
        }

        /** Stops storing, even if a thread of a build that broke off still adds a body. */
        @Override
        public synchronized void close() {
            closed = true;
            buffer.close();
            try {
                awaitStored();
            } catch (RuntimeException brokenOff) {
                // The clean-up of a build that broke off removes all its packs, stored or not.
            }
        }

        private Entity entity(String path, DeliveredBytes made) {
            Entity last = before.get(path);
            Entity old = last != null && !last.isComposed() ? last : null;
            boolean same = old != null && old.body().hash().equals(made.hash());
            if (old != null && same && !together) {
                return old;
            }
            Entity known = fresh.get(path);
            if (known != null && known.body().hash().equals(made.hash())) {
                return known;
            }
            if (closed) {
                throw new IllegalStateException("This build has ended.");
            }
            DeliveredBytes body = old != null && same ? old.body() : made;
            Entity entity = old == null || same || together || large ? whole(body) : spliced(body, old);
            fresh.put(path, entity);
            if (buffer.bytes() >= packBytesMax) {
                storePack();
            }
            return entity;
        }

        private Entity whole(DeliveredBytes body) {
            return new Entity(body, List.of(store(body)));
        }

        private Piece store(DeliveredBytes body) {
            Piece piece = new Piece(new PackPosition(packName, buffer.bytes()), body.size());
            buffer.collect(body);
            return piece;
        }

        /**
         * Stores the part that differs from the version before; equal bytes at both ends are read from that version.
         */
        private Entity spliced(DeliveredBytes body, Entity old) {
            int size = body.size();
            int oldSize = old.body().size();
            if (size < PIECES_BYTES_MIN) {
                return whole(body);
            }
            int first = body.commonStart(old.body());
            int last = body.commonEnd(old.body(), Math.min(size, oldSize) - first);
            if (first + last < size / 2) {
                return whole(body);
            }
            List<Piece> pieces = new ArrayList<>(old.pieces(0, first));
            if (first + last < size) {
                pieces.add(store(body.part(first, size - last)));
            }
            pieces.addAll(old.pieces(oldSize - last, oldSize));
            return new Entity(body, pieces);
        }

        private Entity joined(String path, DeliveredBytes made) {
            Entity old = before.get(path);
            if (old != null && old.body().hash().equals(made.hash()) && (old.isComposed() || !together)) {
                return old;
            }
            Entity entity = new Entity(made, PackPosition.NOWHERE);
            fresh.put(path, entity);
            return entity;
        }

        /** Stores a full pack on another thread while the next one fills; only one is stored at a time. */
        private void storePack() {
            PackBuffer filled = buffer;
            filled.spill();
            packs++;
            packName = PackPosition.pack(build.id(), packs);
            buffer = new PackBuffer(objects, pack(packName), 0);
            try {
                awaitStored();
            } catch (RuntimeException failed) {
                filled.close();
                throw failed;
            }
            storing = new FutureTask<>(() -> {
                try (filled) {
                    filled.store();
                }
                return filled;
            });
            Thread.startVirtualThread(storing);
        }

        private void awaitStored() {
            FutureTask<?> before = storing;
            storing = null;
            try {
                if (before != null) {
                    before.get();
                }
            } catch (ExecutionException failed) {
                throw failed.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(failed);
            } catch (InterruptedException stopping) {
                Thread.currentThread().interrupt();
                throw Failure.unavailable("The service is stopping; try again.").causedBy(stopping);
            }
        }

        /**
         * Stores the rest, and the record.
         *
         * @param prepare prepares the release before it is current, at the same time
         */
        synchronized Stored finish(Site site, Consumer<Release> prepare) {
            Map<String, Entity> files = HashMap.newHashMap(site.files().size());
            Set<String> read = new TreeSet<>();
            int written = 0;
            Map<String, Bundle> bundles = isSmall(site) ? Bundle.among(site.marks(), site.files()) : Map.of();
            for (Map.Entry<String, DeliveredBytes> file : site.files().entrySet()) {
                Entity entity = bundles.containsKey(file.getKey())
                        ? joined(file.getKey(), file.getValue())
                        : entity(file.getKey(), file.getValue());
                buffer.writeBatches();
                files.put(file.getKey(), entity);
                entity.packs().forEach(read::add);
                if (entity == fresh.get(file.getKey())) {
                    written++;
                }
            }
            Release made = new Release(
                    build.id(),
                    build.branch(),
                    site.commitSha(),
                    site.builtAt(),
                    site.nextChange(),
                    files,
                    site.marks(),
                    Set.of());
            Release release = ofCommit == null ? made : made.following(ofCommit);
            PackBuffer rest = buffer;
            awaitStored();
            // In order: after an outage a store takes a single call as a trial, and refuses others meanwhile.
            Runnable store = () -> {
                if (!rest.isEmpty()) {
                    rest.store();
                }
                objects.put(record(build.id()), ReleaseRecord.bytes(release));
            };
            AtOnce.run(Stream.of(store, () -> prepare.accept(release)), TOGETHER);
            return new Stored(release, read, written);
        }

        /** Whether bundles need not be stored: a large release is read from its packs alone, so it stores them. */
        private boolean isSmall(Site site) {
            return site.files().values().stream()
                            .mapToLong(DeliveredBytes::size)
                            .sum()
                    <= packBytesMax;
        }
    }

    /**
     * Reads a release into memory; empty when objects of it are missing.
     *
     * @param known a release that is in memory; bodies that both share are not read again
     * @param room called with the bytes of the heap that are taken next
     */
    Optional<Release> read(String buildId, @Nullable Release known, LongConsumer room) {
        return objects.get(record(buildId)).flatMap(stored -> {
            room.accept(HEAP_BYTES_PER_BYTE * stored.length);
            return reading.read(buildId, Json.parse(stored), known, room);
        });
    }

    void deleteRecord(String buildId) {
        objects.delete(record(buildId));
    }

    /** Deletes the packs that are not needed, and the folder of a build when it has become empty. */
    void deletePacks(Set<String> packs, Set<String> needed) {
        packs.stream().filter(pack -> !needed.contains(pack)).forEach(pack -> objects.delete(pack(pack)));
        packs.stream()
                .filter(PackPosition::isMore)
                .map(pack -> PackPosition.more(PackPosition.build(pack)))
                .distinct()
                .filter(more -> needed.stream().noneMatch(pack -> pack.startsWith(more)))
                .forEach(more -> objects.deleteAll(folder + more));
    }

    /** Removes every pack that a build has stored, however many these are. */
    void deletePacks(String buildId) {
        objects.delete(pack(buildId));
        objects.deleteAll(folder + PackPosition.more(buildId));
    }

    /** Removes everything of the project. */
    void deleteAll() {
        objects.deleteAll(folder);
    }

    /** Whether a release lies in so many packs that storing it anew in one is cheaper. */
    private static boolean isScattered(Release release) {
        return release.files().values().stream()
                        .flatMap(Entity::packs)
                        .map(PackPosition::build)
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
