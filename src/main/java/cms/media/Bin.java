package cms.media;

import cms.access.Author;
import cms.media.asset.Asset;
import cms.media.asset.AssetStore;
import cms.media.asset.AssetView;
import cms.media.asset.BulkOutcome;
import cms.media.asset.Deletion;
import cms.media.bytes.MediaLimits;
import cms.media.use.Use;
import cms.media.use.Uses;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.instance.Instance;
import cms.platform.json.Json;
import cms.project.Project;
import cms.project.ProjectAccess;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The bin of deleted assets: they are not readable from the moment of deletion, and a member can restore them for a
 * day.
 */
final class Bin {
    private final Instance instance;
    private final AssetNews news;
    private final Storage storage;
    private final Uses uses;
    private final AssetStore store = new AssetStore();

    Bin(Instance instance, AssetNews news, Storage storage, Uses uses) {
        this.instance = instance;
        this.news = news;
        this.storage = storage;
        this.uses = uses;
    }

    /** @throws Failure CONFLICT (code {@code media.in_use}, data {@code usedIn}) while content uses it */
    void delete(ProjectAccess place, Author by, String id, Deletion how) {
        Project project = place.project();
        if (instance.database().read(tx -> store.find(tx, project.id(), id)).isEmpty()) {
            throw Media.unknown();
        }
        // Somebody who does not see all content is refused also with force, for uses that are not seen.
        boolean regardless =
                how.force() && place.models().isAll() && place.locales().isAll();
        uses.decide(project, regardless, tx -> delete(tx, place, by, id, how));
    }

    List<BulkOutcome> deleteAll(ProjectAccess place, Author by, List<String> ids, boolean force) {
        Deletion how = Deletion.toBin(force);
        return ids.stream()
                .map(id -> new BulkOutcome(id, refusal(place, by, id, how)))
                .toList();
    }

    private Optional<String> refusal(ProjectAccess place, Author by, String id, Deletion how) {
        try {
            delete(place, by, id, how);
            return Optional.empty();
        } catch (Failure refused) {
            if (refused.kind() != FailureKind.NOT_FOUND && refused.kind() != FailureKind.CONFLICT) {
                throw refused;
            }
            return Optional.of(refused.message());
        }
    }

    private void delete(Tx tx, ProjectAccess place, Author by, String id, Deletion how) {
        Asset asset = store.find(tx, place.project().id(), id)
                .filter(found -> found.deletedAt() == null || how.permanent())
                .orElseThrow(Media::unknown);
        Edits.requireState(asset, how.ifMatch());
        if (asset.deletedAt() != null) {
            if (!storage.erase(tx, asset)) {
                throw changing();
            }
            news.acted(tx, by, "delete_asset", asset);
            return;
        }
        requireUnused(tx, place, asset, how.force());
        if (!delete(tx, asset, how.permanent())) {
            throw changing();
        }
        news.acted(tx, by, "delete_asset", asset);
    }

    /** Places that the caller does not see are nobody's to break who does not see them, forced or not. */
    private void requireUnused(Tx tx, ProjectAccess place, Asset asset, boolean force) {
        List<Use> found = uses.of(tx, asset.projectId(), List.of(asset.id()));
        List<Use> seen = Media.visibleUses(place, found);
        if (seen.size() < found.size()) {
            throw inUse(seen, "Content that you do not see uses this asset; somebody who sees it can delete it.");
        }
        if (!seen.isEmpty() && !force) {
            throw inUse(
                    seen,
                    "Content uses this asset in " + (seen.size() == 1 ? "one place" : seen.size() + " places")
                            + "; take it out there, or delete it with `force=true`.");
        }
    }

    private static Failure inUse(List<Use> seen, String message) {
        return Failure.conflict(message)
                .withCode("media.in_use")
                .withData(Map.of("usedIn", AssetView.usedIn(Json.object().putArray("usedIn"), seen)));
    }

    private static Failure changing() {
        return Failure.conflict("Others are changing this asset; try again.");
    }

    /** Deletes an asset; false when it was changed meanwhile. */
    private boolean delete(Tx tx, Asset asset, boolean permanent) {
        Asset binned = asset.binned(instance.clock().instant(), instance.clock().instant());
        if (!store.update(tx, binned, asset.revision())) {
            return false;
        }
        if (permanent) {
            storage.erase(tx, binned);
        }
        news.changed(tx, asset);
        return true;
    }

    /** @throws Failure NOT_FOUND for an asset that is not in the bin any more */
    Asset restore(Project project, Author by, String id) {
        return instance.database().write(tx -> {
            Asset asset = store.find(tx, project.id(), id)
                    .filter(found -> found.deletedAt() != null)
                    .orElseThrow(() -> Failure.notFound("There is no such asset in the bin; it is kept for 24 hours."));
            Asset back = asset.binned(null, instance.clock().instant());
            if (!store.update(tx, back, asset.revision())) {
                throw changing();
            }
            news.changed(tx, back);
            news.acted(tx, by, "restore_asset", back);
            return back;
        });
    }

    /** Erases the assets that were moved here a day ago or earlier. */
    void empty() {
        long before = instance.clock().instant().minus(MediaLimits.BIN).toEpochMilli();
        int erased = MediaLimits.PURGED_AT_ONCE;
        while (erased == MediaLimits.PURGED_AT_ONCE) {
            erased = instance.database().write(tx -> {
                List<Asset> old = store.oldBin(tx, before, MediaLimits.PURGED_AT_ONCE);
                old.forEach(asset -> storage.erase(tx, asset));
                return old.size();
            });
        }
    }
}
