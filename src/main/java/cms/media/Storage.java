package cms.media;

import cms.media.asset.Asset;
import cms.media.asset.AssetStore;
import cms.media.asset.BlobStore;
import cms.media.asset.BlobStore.Blob;
import cms.media.asset.BlobStore.Reservation;
import cms.media.asset.BlobsReleased;
import cms.media.bytes.MediaLimits;
import cms.platform.crypto.RandomTokens;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.events.Announcements;
import cms.platform.failure.Failure;
import cms.usage.Usage;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Counts the bytes of a workspace: reserved before an upload, added with its rows, released when no asset uses them.
 */
final class Storage {
    private final Database database;
    private final Announcements announcements;
    private final Usage usage;
    private final InstantSource clock;
    private final RandomTokens random = new RandomTokens();
    private final BlobStore blobs = new BlobStore();
    private final AssetStore assets = new AssetStore();

    Storage(MediaParts parts) {
        this.database = parts.instance().database();
        this.announcements = parts.instance().announcements();
        this.usage = parts.usage();
        this.clock = parts.instance().clock();
    }

    /**
     * Reserves storage for an upload; assets in the bin are erased for it, oldest first.
     *
     * @throws Failure FORBIDDEN (code {@code media.quota}) when the plan has no room for it
     */
    Reservation reserve(String workspaceId, long bytes) {
        return reserve(workspaceId, bytes, MediaLimits.RESERVED);
    }

    /** @param life after which it ends by itself */
    Reservation reserve(String workspaceId, long bytes, Duration life) {
        Reservation reservation = new Reservation(random.uuid(), workspaceId, bytes);
        Database.unaccompanied(() -> reserve(reservation, life));
        return reservation;
    }

    private void reserve(Reservation wanted, Duration life) {
        while (true) {
            try {
                database.writing(tx -> {
                    hold(tx, wanted.workspaceId(), wanted.size());
                    blobs.reserve(tx, wanted, clock.millis() + life.toMillis());
                });
                return;
            } catch (Failure full) {
                if (!eraseOldest(wanted.workspaceId())) {
                    throw full;
                }
            }
        }
    }

    /** Releases a reservation, unless it has expired. */
    void release(Reservation reservation) {
        Database.unaccompanied(() -> database.writing(tx -> release(tx, reservation)));
    }

    void release(Tx tx, Reservation reservation) {
        if (blobs.end(tx, reservation.id())) {
            hold(tx, reservation.workspaceId(), -reservation.size());
        }
    }

    /** Counts new bytes that a row is going to use. */
    void add(Tx tx, Blob blob) {
        blobs.insert(tx, blob);
        hold(tx, blob.workspaceId(), blob.size());
    }

    /** Counts a use of bytes; false where they were removed meanwhile. */
    boolean use(Tx tx, String blob) {
        return blobs.use(tx, blob);
    }

    /** Counts uses less; bytes without a use are released and removed after the commit. */
    void drop(Tx tx, String workspaceId, String projectId, Collection<String> dropped) {
        List<String> gone = new ArrayList<>();
        long size = 0;
        for (String blob : dropped) {
            Optional<Long> unused = blobs.release(tx, blob);
            if (unused.isPresent()) {
                gone.add(blob);
                size += unused.get();
            }
        }
        if (!gone.isEmpty()) {
            hold(tx, workspaceId, -size);
            announcements.announce(tx, new BlobsReleased(projectId, gone));
        }
    }

    /** Releases the reservations of uploads that have expired. */
    void endReservations() {
        database.writing(tx -> blobs.ended(tx, clock.millis()).forEach(reservation -> release(tx, reservation)));
    }

    /** The bytes of a workspace by its rows. */
    long storedBytes(String workspaceId) {
        return database.read(tx -> blobs.sizeOfWorkspace(tx, workspaceId));
    }

    /** Releases all bytes of a project. */
    void forget(Tx tx, String workspaceId, String projectId) {
        hold(tx, workspaceId, -blobs.sizeOfProject(tx, projectId));
    }

    boolean isStored(String blob) {
        return database.read(tx -> blobs.exists(tx, blob));
    }

    /**
     * Removes an asset from the bin for good; false, with nothing removed, when it was restored or erased since it was
     * read.
     */
    boolean erase(Tx tx, Asset binned) {
        boolean erased = assets.delete(tx, binned);
        if (erased) {
            drop(tx, binned.workspaceId(), binned.projectId(), blobsOf(binned));
        }
        return erased;
    }

    static List<String> blobsOf(Asset asset) {
        List<String> all = new ArrayList<>();
        all.add(asset.master().blob());
        all.add(asset.delivered().blob());
        asset.variants().values().forEach(variant -> all.add(variant.blob()));
        return all;
    }

    private boolean eraseOldest(String workspaceId) {
        return database.write(tx -> {
            Optional<Asset> oldest = assets.oldestInBin(tx, workspaceId);
            oldest.ifPresent(asset -> erase(tx, asset));
            return oldest.isPresent();
        });
    }

    private void hold(Tx tx, String workspaceId, long change) {
        usage.hold(tx, workspaceId, change);
    }
}
