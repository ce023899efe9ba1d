package cms.media;

import cms.access.Author;
import cms.media.asset.Asset;
import cms.media.asset.Asset.Stored;
import cms.media.asset.AssetStore;
import cms.media.asset.Manifests;
import cms.media.asset.Words;
import cms.media.bytes.BlobFiles;
import cms.media.bytes.WorkFolder;
import cms.media.variant.Focal;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.instance.Instance;
import cms.project.Project;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Changes the texts and tags of an asset, and the focal point around which its variants are cut. */
final class Edits {
    private static final int TRIES_MAX = 5;
    private static final Set<FailureKind> LEFT_OUT =
            Set.of(FailureKind.INVALID, FailureKind.NOT_FOUND, FailureKind.CONFLICT);

    private final Instance instance;
    private final AssetNews news;
    private final Storage storage;
    private final BlobFiles blobs;
    private final Sizes sizes;
    private final AssetStore store = new AssetStore();

    Edits(Instance instance, AssetNews news, Storage storage, BlobFiles blobs, Sizes sizes) {
        this.instance = instance;
        this.news = news;
        this.storage = storage;
        this.blobs = blobs;
        this.sizes = sizes;
    }

    /** A change of an asset: its words, and its focal point where one is named. */
    record AssetEdit(Author by, UnaryOperator<Words> words, Optional<Focal> focal) {}

    /**
     * Applies an edit to the newest state of the asset.
     *
     * @throws Failure PRECONDITION_FAILED where {@code ifMatch} names another state, CONFLICT when concurrent changes
     *     win five times
     */
    Asset edit(Project project, Supplier<Asset> newest, AssetEdit edit, Optional<Set<String>> ifMatch) {
        for (int tries = 0; tries < TRIES_MAX; tries++) {
            Asset before = newest.get();
            requireState(before, ifMatch);
            Optional<Asset> done = edit(project, before, edit);
            if (done.isPresent()) {
                return done.get();
            }
        }
        throw Failure.conflict("Others are changing this asset; try again.");
    }

    /**
     * Adds tags to one of several assets.
     *
     * @return why nothing was changed: it is unknown or deleted, it would have too many, its project has no room for
     *     them, or others keep changing it; empty where they were added
     */
    Optional<String> tag(Project project, Supplier<Asset> newest, Author by, List<String> tags) {
        try {
            edit(project, newest, new AssetEdit(by, words -> words.with(tags), Optional.empty()), Optional.empty());
            return Optional.empty();
        } catch (Failure refused) {
            boolean full = refused.code().filter(MediaAllowance.FULL::equals).isPresent();
            if (!full && !LEFT_OUT.contains(refused.kind())) {
                throw refused;
            }
            return Optional.of(refused.message());
        }
    }

    static void requireState(Asset asset, Optional<Set<String>> ifMatch) {
        String tag = asset.entityTag().replace("\"", "");
        if (ifMatch.filter(tags -> !tags.contains("*") && !tags.contains(tag)).isPresent()) {
            throw Failure.of(
                            FailureKind.PRECONDITION_FAILED,
                            "The asset has changed since; read it again and send its new entity tag.")
                    .withData(Map.of("currentEtag", asset.entityTag()));
        }
    }

    /** Applies an edit to one state of the asset; empty when a concurrent change was stored first. */
    private Optional<Asset> edit(Project project, Asset before, AssetEdit edit) {
        Asset said = before.saying(
                edit.words().apply(before.words()), instance.clock().instant());
        Optional<Focal> moved = edit.focal().filter(focal -> !focal.equals(before.focal()));
        if (moved.isEmpty()) {
            return instance.database()
                    .write(tx -> save(tx, edit.by(), said, before) ? Optional.of(said) : Optional.empty());
        }
        if (!Sizes.kindOf(before.master()).isPicture()) {
            throw Failure.invalid("Only a picture has a `focalPoint`.");
        }
        return cut(project, edit.by(), before, said, moved.get());
    }

    private Optional<Asset> cut(Project project, Author by, Asset before, Asset said, Focal focal) {
        try (WorkFolder work = WorkFolder.in(instance.scratch());
                Sizes.UnnamedBlobs batch = sizes.batch(project)) {
            Path master;
            try (FileChannel bytes = blobs.open(project.id(), before.master().blob())
                    .orElseThrow(() -> Failure.unavailable("The bytes of this asset cannot be read now."))) {
                master = work.copy(bytes, "master");
            }
            Map<String, Stored> variants =
                    sizes.cut(batch, master, Sizes.kindOf(before.master()), before.sizes(), focal, work);
            Asset cut = said.cutAround(focal, variants);
            batch.keep();
            boolean saved = instance.database().write(tx -> {
                if (!save(tx, by, cut, before)) {
                    return false;
                }
                List<String> old =
                        before.variants().values().stream().map(Stored::blob).toList();
                // The old variants first, so that a nearly full storage needs no room for both.
                storage.drop(tx, before.workspaceId(), before.projectId(), old);
                batch.fresh().forEach(blob -> {
                    storage.add(tx, blob);
                    storage.use(tx, blob.id());
                });
                return true;
            });
            if (!saved) {
                batch.discard();
            }
            return saved ? Optional.of(cut) : Optional.empty();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private boolean save(Tx tx, Author by, Asset asset, Asset before) {
        if (!store.update(tx, asset, before.revision())) {
            return false;
        }
        if (Manifests.describedBytes(asset) > Manifests.describedBytes(before)) {
            MediaAllowance.requireDescribable(tx, asset);
        }
        news.acted(tx, by, "update_asset", asset);
        news.changed(tx, asset);
        return true;
    }
}
