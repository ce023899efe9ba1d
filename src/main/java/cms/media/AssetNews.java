package cms.media;

import cms.access.Acted;
import cms.access.Author;
import cms.media.asset.Asset;
import cms.media.asset.AssetStore;
import cms.platform.db.Tx;
import cms.platform.events.Announcements;

/** Announces what happens to an asset, in the transaction in which it happens. */
final class AssetNews {
    private final Announcements announcements;
    private final AssetStore store = new AssetStore();

    AssetNews(Announcements announcements) {
        this.announcements = announcements;
    }

    /** Logs an action of a person or a program on an asset. */
    void acted(Tx tx, Author by, String action, Asset asset) {
        announcements.announce(
                tx, new Acted(by, action, "media_assets", asset.id(), asset.workspaceId(), asset.projectId()));
    }

    /** Announces a new asset. */
    void uploaded(Tx tx, Asset asset) {
        announcements.announce(
                tx,
                new AssetUploaded(
                        asset.projectId(),
                        asset.id(),
                        asset.filename(),
                        asset.delivered().contentType(),
                        asset.delivered().size(),
                        asset.originalPath(),
                        asset.createdAt().toEpochMilli()));
    }

    /** Announces that the delivered state of an asset has changed. */
    void changed(Tx tx, Asset asset) {
        long revision = store.counted(tx, asset.projectId());
        announcements.announce(tx, new AssetChanged(asset.projectId(), asset.id(), revision));
    }
}
