package cms.media;

import cms.access.Acted;
import cms.access.Author;
import cms.media.asset.Asset;
import cms.media.asset.AssetStore;
import cms.media.bytes.MediaLimits;
import cms.media.bytes.VirusScanner;
import cms.plan.Plans;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import cms.platform.idempotency.Idempotency;
import cms.platform.instance.Instance;
import cms.platform.pictures.Pictures;
import cms.usage.Usage;
import java.net.URI;
import java.util.Optional;

/** The platform's services and settings that media uses. */
public record MediaParts(
        Instance instance, Pictures pictures, Idempotency idempotency, Plans plans, Usage usage, Settings settings) {
    /**
     * The settings of media.
     *
     * @param scannerAddress host and port of clamd; empty where uploads are not scanned
     * @param publicUrl base of the URLs of delivered files
     * @param keyedPerHour requests that one key may make in an hour
     * @param cacheBytes most bytes of sizes that were made on request
     */
    public record Settings(Optional<String> scannerAddress, URI publicUrl, int keyedPerHour, long cacheBytes) {}

    /** Logs an action on an asset, in the transaction that carries it out. */
    void acted(Tx tx, Author by, String action, Asset asset) {
        instance.announcements()
                .announce(
                        tx, new Acted(by, action, "media_assets", asset.id(), asset.workspaceId(), asset.projectId()));
    }

    /** Announces that the delivered state of an asset has changed, in the transaction that changes it. */
    void changed(Tx tx, Asset asset) {
        long revision = new AssetStore().counted(tx, asset.projectId());
        instance.announcements().announce(tx, new AssetChanged(asset.projectId(), asset.id(), revision));
    }

    /** Code of the failure where what is said of a project's assets is too much. */
    static final String FULL = "media.full";

    /**
     * Checks, in the transaction that has stored an asset, that its project has room for what is said of it: all of it
     * is in the manifest of each release.
     *
     * @throws Failure FORBIDDEN (code {@code media.full})
     */
    void requireDescribable(Tx tx, Asset asset) {
        if (new AssetStore().describedBytes(tx, asset.projectId()) > MediaLimits.DESCRIBED_BYTES_MAX) {
            throw Failure.forbidden("What is said of the assets of this project, their sizes and words, has "
                            + MediaLimits.DESCRIBED_BYTES_MAX / MediaLimits.MEGABYTE
                            + " MB; delete assets for good, or shorten their texts.")
                    .withCode(FULL);
        }
    }

    /** The virus scanner, where there is one. */
    Optional<VirusScanner> scanner() {
        return settings.scannerAddress().map(VirusScanner::new);
    }
}
