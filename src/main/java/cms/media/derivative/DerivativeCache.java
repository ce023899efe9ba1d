package cms.media.derivative;

import cms.media.bytes.WorkFolder;
import cms.media.derivative.DerivativeStore.Row;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.objects.Objects;
import cms.platform.pictures.Picture;
import java.nio.channels.FileChannel;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Cache of derivatives, bounded by bytes; the least recently requested are removed first. */
final class DerivativeCache {
    private static final String PREFIX = "media-derived/";
    private static final int TRIMMED_AT_ONCE = 100;
    private static final double FULL_AGAIN = 0.9;
    private static final int USES_MAX = 10_000;

    private final Database database;
    private final Objects objects;
    private final InstantSource clock;
    private final long bytesMax;
    private final DerivativeStore store = new DerivativeStore();
    private final Map<DerivativeUse, Long> uses = new ConcurrentHashMap<>();

    private record DerivativeUse(String projectId, String id) {}

    /** A stored derivative with its bytes opened. */
    record Open(Row row, FileChannel channel) {}

    DerivativeCache(Database database, Objects objects, InstantSource clock, long bytesMax) {
        this.database = database;
        this.objects = objects;
        this.clock = clock;
        this.bytesMax = bytesMax;
    }

    boolean has(String projectId, String id) {
        return database.read(tx -> store.find(tx, projectId, id)).isPresent();
    }

    /** A derivative; empty when it was not made, or its bytes were removed. */
    Optional<Open> open(String projectId, String id) {
        Optional<Row> row = database.read(tx -> store.find(tx, projectId, id));
        Optional<FileChannel> channel = row.flatMap(_ -> objects.open(key(projectId, id)));
        channel.ifPresent(_ -> used(projectId, id));
        return channel.map(bytes -> new Open(row.orElseThrow(), bytes));
    }

    void store(String projectId, String id, String blob, Picture picture) {
        objects.copyIn(key(projectId, id), picture.file());
        Row row = new Row(
                id, projectId, blob, picture.format().contentType(), picture.bytes(), WorkFolder.hash(picture.file()));
        database.writing(tx -> store.insert(tx, row, clock.millis()));
        trim(id);
    }

    private void used(String projectId, String id) {
        if (uses.size() < USES_MAX) {
            uses.put(new DerivativeUse(projectId, id), clock.millis());
        }
    }

    /** Stores the times of the requests since the last call, in one transaction. */
    void noteUses() {
        Map<DerivativeUse, Long> noted = Map.copyOf(uses);
        if (noted.isEmpty()) {
            return;
        }
        database.writing(tx -> noted.forEach((use, at) -> store.used(tx, use.projectId(), use.id(), at)));
        noted.forEach(uses::remove);
    }

    /** Removes derivatives above the limit. */
    void trim() {
        trim("");
    }

    /** Removes derivatives above the limit, except one that was just made. */
    private void trim(String keep) {
        long size = database.read(store::size);
        if (size <= bytesMax) {
            return;
        }
        noteUses();
        while (size > bytesMax * FULL_AGAIN) {
            List<Row> oldest = database.read(tx -> store.oldest(tx, keep, TRIMMED_AT_ONCE));
            if (oldest.isEmpty()) {
                return;
            }
            List<Row> going = new ArrayList<>();
            for (Row row : oldest) {
                if (size > bytesMax * FULL_AGAIN) {
                    going.add(row);
                    size -= row.size();
                }
            }
            database.writing(tx -> going.forEach(row -> store.delete(tx, row.projectId(), row.id())));
            going.forEach(row -> objects.delete(key(row.projectId(), row.id())));
        }
    }

    /** Removes the derivatives of bytes that were removed. */
    void released(String projectId, List<String> blobs) {
        List<String> gone = database.write(tx -> {
            List<String> made = blobs.stream()
                    .flatMap(blob -> store.ofBlob(tx, projectId, blob).stream())
                    .toList();
            made.forEach(id -> store.delete(tx, projectId, id));
            return made;
        });
        gone.forEach(id -> objects.delete(key(projectId, id)));
    }

    void forget(Tx tx, String projectId) {
        store.deleteOfProject(tx, projectId);
    }

    void deleteAll(String projectId) {
        objects.deleteAll(PREFIX + projectId);
    }

    private static String key(String projectId, String id) {
        return PREFIX + projectId + "/" + id;
    }
}
