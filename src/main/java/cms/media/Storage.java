package cms.media;

import cms.media.asset.Asset;
import cms.media.asset.AssetStore;
import cms.media.asset.BinRoom;
import cms.media.asset.BlobStore;
import cms.media.asset.BlobStore.StorageReservation;
import cms.media.asset.BlobStore.StoredBlob;
import cms.media.asset.BlobsReleased;
import cms.media.bytes.MediaLimits;
import cms.platform.crypto.RandomTokens;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.events.Announcements;
import cms.platform.failure.Failure;
import cms.platform.instance.Instance;
import cms.usage.Usage;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Counts the bytes of a workspace: reserved before an upload, added with its rows, released when no asset uses them.
 */
final class Storage {
    /** Codes of {@link Usage#hold} that say that there is no room. */
    private static final Set<String> FULL = Set.of("media.quota", "usage.spend_limit");

    private final Database database;
    private final Announcements announcements;
    private final Usage usage;
    private final InstantSource clock;
    private final RandomTokens random = new RandomTokens();
    private final BlobStore blobs = new BlobStore();
    private final AssetStore assets = new AssetStore();
    private final BinRoom bin = new BinRoom();

    Storage(Instance instance, Usage usage) {
        this.database = instance.database();
        this.announcements = instance.announcements();
        this.usage = usage;
        this.clock = instance.clock();
    }

    /**
     * Reserves storage for an upload; assets in the bin are erased for it, oldest first, where they make enough room.
     *
     * @throws Failure FORBIDDEN (code {@code media.quota}) when the plan has no room for it
     */
    StorageReservation reserve(String workspaceId, long bytes) {
        return reserve(workspaceId, bytes, MediaLimits.RESERVED);
    }

    /** @param life after which it ends by itself */
    StorageReservation reserve(String workspaceId, long bytes, Duration life) {
        StorageReservation reservation = new StorageReservation(random.uuid(), workspaceId, bytes);
        Database.unaccompanied(() -> reserve(reservation, life));
        return reservation;
    }

    private void reserve(StorageReservation wanted, Duration life) {
        try {
            database.writing(tx -> reserve(tx, wanted, life));
        } catch (Failure refused) {
            if (refused.code().filter(FULL::contains).isEmpty()) {
                throw refused;
            }
            do {
                if (!database.read(tx -> bin.releases(tx, wanted.workspaceId(), missing(tx, wanted)))) {
                    throw refused;
                }
            } while (!database.write(tx -> reserveInPlaceOfBin(tx, wanted, life)));
        }
    }

    private void reserve(Tx tx, StorageReservation wanted, Duration life) {
        hold(tx, wanted.workspaceId(), wanted.size());
        blobs.reserve(tx, wanted, clock.millis() + life.toMillis());
    }

    /**
     * Erases assets of the bin until there is room, and reserves it; a refusal undoes that. False where a hundred were
     * not enough: others wait for what is written here, so the next hundred is erased by itself.
     */
    private boolean reserveInPlaceOfBin(Tx tx, StorageReservation wanted, Duration life) {
        List<Asset> oldest = assets.bin(tx, wanted.workspaceId(), null, MediaLimits.PURGED_AT_ONCE);
        for (Asset asset : oldest) {
            if (missing(tx, wanted) <= 0) {
                break;
            }
            erase(tx, asset);
        }
        if (missing(tx, wanted) > 0 && oldest.size() == MediaLimits.PURGED_AT_ONCE) {
            return false;
        }
        reserve(tx, wanted, life);
        return true;
    }

    private long missing(Tx tx, StorageReservation wanted) {
        return usage.storageBeyondPlan(tx, wanted.workspaceId(), wanted.size());
    }

    /** Releases a reservation, unless it has expired. */
    void release(StorageReservation reservation) {
        Database.unaccompanied(() -> database.writing(tx -> release(tx, reservation)));
    }

    void release(Tx tx, StorageReservation reservation) {
        if (blobs.end(tx, reservation.id())) {
            hold(tx, reservation.workspaceId(), -reservation.size());
        }
    }

    /** Counts new bytes that a row is going to use. */
    void add(Tx tx, StoredBlob blob) {
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

    /** Releases all bytes of a project. */
    void forget(Tx tx, String workspaceId, String projectId) {
        hold(tx, workspaceId, -blobs.sizeOfProject(tx, projectId));
    }

    /**
     * Removes an asset from the bin for good; false, with nothing removed, when it was restored or erased since it was
     * read.
     */
    boolean erase(Tx tx, Asset binned) {
        boolean erased = assets.delete(tx, binned);
        if (erased) {
            drop(tx, binned.workspaceId(), binned.projectId(), binned.blobs());
        }
        return erased;
    }

    private void hold(Tx tx, String workspaceId, long change) {
        usage.hold(tx, workspaceId, change);
    }
}
