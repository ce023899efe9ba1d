package cms.media;

import cms.media.asset.Asset;
import cms.media.asset.AssetStore;
import cms.media.bytes.MediaLimits;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import cms.project.Project;
import java.util.List;

/** What was deleted: gone everywhere at once, and for a day it can be brought back. */
final class Bin {
    private final MediaParts parts;
    private final Storage storage;
    private final AssetStore store = new AssetStore();

    Bin(MediaParts parts, Storage storage) {
        this.parts = parts;
        this.storage = storage;
    }

    /** Deletes an asset; false when somebody else has changed it meanwhile. */
    boolean delete(Tx tx, Asset asset, boolean permanent) {
        Asset binned = asset.binned(parts.clock().instant(), parts.clock().instant());
        if (!store.update(tx, binned, asset.revision())) {
            return false;
        }
        if (permanent) {
            storage.erase(tx, asset);
        }
        told(tx, asset);
        return true;
    }

    /** Erases what is in the bin already. */
    void erase(Tx tx, Asset asset) {
        storage.erase(tx, asset);
        tx.concerns("media_assets", asset.id());
    }

    /** @throws Failure NOT_FOUND for what is not in the bin any more */
    Asset restore(Project project, String id) {
        return parts.database().write(tx -> {
            Asset asset = store.find(tx, project.id(), id)
                    .filter(found -> found.deletedAt() != null)
                    .orElseThrow(() -> Failure.notFound("There is no such asset in the bin; it is kept for 24 hours."));
            Asset back = asset.binned(null, parts.clock().instant());
            if (!store.update(tx, back, asset.revision())) {
                throw Failure.conflict("Others are changing this asset; try again.");
            }
            told(tx, back);
            return back;
        });
    }

    /** Erases what has lain here for a day. */
    void empty() {
        long before = parts.clock().instant().minus(MediaLimits.BIN).toEpochMilli();
        int erased = MediaLimits.PURGED_AT_ONCE;
        while (erased == MediaLimits.PURGED_AT_ONCE) {
            erased = parts.database().write(tx -> {
                List<Asset> old = store.oldBin(tx, before, MediaLimits.PURGED_AT_ONCE);
                old.forEach(asset -> storage.erase(tx, asset));
                return old.size();
            });
        }
    }

    private void told(Tx tx, Asset asset) {
        store.counted(tx, asset.projectId());
        tx.concerns("media_assets", asset.id());
        parts.announcements().announce(tx, new AssetChanged(asset.projectId(), asset.id()));
    }
}
