package cms.media;

import cms.access.Acted;
import cms.access.Author;
import cms.media.asset.Asset;
import cms.media.asset.AssetStore;
import cms.media.bytes.VirusScanner;
import cms.media.derivative.Derivatives;
import cms.plan.Plans;
import cms.platform.crypto.Seal;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.events.Announcements;
import cms.platform.idempotency.Idempotency;
import cms.platform.jobs.Jobs;
import cms.platform.jobs.Leases;
import cms.platform.limits.RateLimiter;
import cms.platform.net.StreamClient;
import cms.platform.objects.Objects;
import cms.platform.pictures.Pictures;
import cms.usage.Usage;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;

/**
 * What media stands on.
 *
 * @param scannerAddress host and port of clamd; empty where nothing is scanned
 * @param scratch a folder for files on their way, emptied at each start
 * @param publicUrl the beginning of the URLs of delivered files
 * @param keyedPerHour requests that one key may make in an hour
 * @param cacheBytes of sizes that were made on request
 */
public record MediaParts(
        Database database,
        Announcements announcements,
        Jobs jobs,
        Objects objects,
        Pictures pictures,
        Optional<String> scannerAddress,
        StreamClient outside,
        RateLimiter limiter,
        Idempotency idempotency,
        Plans plans,
        Usage usage,
        Path scratch,
        Leases leases,
        Seal seal,
        URI publicUrl,
        int keyedPerHour,
        long cacheBytes,
        InstantSource clock) {
    /** Enters an action on an asset into the log, in the transaction that carries it out. */
    void acted(Tx tx, Author by, String action, Asset asset) {
        announcements.announce(
                tx, new Acted(by, action, "media_assets", asset.id(), asset.workspaceId(), asset.projectId()));
    }

    /** Tells that what is delivered of an asset has changed, in the transaction that changes it. */
    void changed(Tx tx, Asset asset) {
        long revision = new AssetStore().counted(tx, asset.projectId());
        announcements.announce(tx, new AssetChanged(asset.projectId(), asset.id(), revision));
    }

    /** The virus scanner, where there is one. */
    Optional<VirusScanner> scanner() {
        return scannerAddress.map(VirusScanner::new);
    }

    Derivatives.Parts derivatives() {
        return new Derivatives.Parts(database, objects, pictures, leases, limiter, scratch, cacheBytes, clock);
    }
}
