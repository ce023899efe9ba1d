package cms.media;

import cms.access.Author;
import cms.media.asset.Asset;
import cms.media.asset.AssetStore;
import cms.media.asset.BlobStore.StorageReservation;
import cms.media.bytes.VirusScanner;
import cms.media.bytes.WorkFolder;
import cms.media.bytes.WorkFolder.WrittenFile;
import cms.media.variant.Focal;
import cms.media.variant.VariantMap;
import cms.platform.compute.FairPlaces;
import cms.platform.crypto.RandomTokens;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.files.FileFacts;
import cms.platform.files.FileKind;
import cms.platform.files.LeanFiles;
import cms.platform.instance.Instance;
import cms.project.Access;
import cms.project.Project;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Brings an uploaded file into a project: checks and cleans it, makes its sizes, stores the bytes, and only then
 * inserts the row. Bytes of an upload that fails before its row are not referenced and are removed by
 * {@code media.sweep}.
 */
final class AssetIntake {
    /** Checking an SVG computes for seconds; more at once would occupy every thread that carries requests. */
    private static final int JUDGED_AT_ONCE = 2;

    private static final Duration JUDGING_WAIT_MAX = Duration.ofSeconds(20);
    private static final Duration COME_BACK = Duration.ofSeconds(2);

    private final Instance instance;
    private final AssetNews news;
    private final Access access;
    private final FairPlaces judging;
    private final Storage storage;
    private final Sizes sizes;
    private final Optional<VirusScanner> scanner;
    private final RandomTokens random = new RandomTokens();
    private final AssetStore store = new AssetStore();

    /** @param scanner empty where uploads are not scanned for viruses */
    AssetIntake(
            Instance instance,
            AssetNews news,
            Access access,
            Storage storage,
            Sizes sizes,
            Optional<VirusScanner> scanner) {
        this.instance = instance;
        this.news = news;
        this.access = access;
        this.judging = new FairPlaces(instance.clock(), 1, JUDGED_AT_ONCE);
        this.storage = storage;
        this.sizes = sizes;
        this.scanner = scanner;
    }

    /** A file that was checked, and its cleaned copy. */
    record Judged(WrittenFile uploaded, Path lean, FileFacts facts) {
        FileKind kind() {
            return facts.kind();
        }
    }

    /**
     * The state of an upload in parts when its last part has arrived.
     *
     * @param room the storage reserved for it; empty when none is reserved yet
     * @param onStored called with the id of the asset, in the transaction that stores it
     */
    record Held(Optional<StorageReservation> room, BiConsumer<Tx, String> onStored) {
        static Held nothing() {
            return new Held(Optional.empty(), (tx, assetId) -> {});
        }
    }

    /**
     * Checks a file for viruses, then for its kind and size.
     *
     * @throws Failure UNSUPPORTED_MEDIA_TYPE or UNPROCESSABLE for an infected file, one of a kind that is not accepted,
     *     or one that is too large; UNAVAILABLE when the scanner does not answer
     */
    Judged judge(String workspaceId, WorkFolder work, WrittenFile uploaded) {
        scanner.ifPresent(one -> one.require(uploaded.file()));
        if (uploaded.bytes() > LeanFiles.DRAWING_BYTES_MAX) {
            return judged(work, uploaded);
        }
        String account = instance.compute().account(workspaceId);
        if (!judging.enter(account, JUDGING_WAIT_MAX)) {
            throw Failure.unavailable("Too many files are looked at at this moment; send it again.")
                    .withRetryAfter(COME_BACK);
        }
        try {
            return judged(work, uploaded);
        } finally {
            judging.leave(account);
        }
    }

    private static Judged judged(WorkFolder work, WrittenFile uploaded) {
        Path lean = work.file("lean");
        try {
            return new Judged(uploaded, lean, LeanFiles.clean(uploaded.file(), lean));
        } catch (IOException full) {
            throw WorkFolder.full().causedBy(full);
        }
    }

    /** Stores an asset; its row and its bytes are durable when this returns. */
    Asset take(Project project, Upload upload, VariantMap wanted, Judged judged, WorkFolder work, Held held) {
        VariantMap kept = judged.kind().isPicture() ? wanted : VariantMap.none();
        Optional<Asset> shared = duplicate(project, judged, kept).flatMap(duplicate -> share(duplicate, upload, held));
        return shared.orElseGet(() -> takeAnew(project, upload, kept, judged, work, held));
    }

    private Asset takeAnew(Project project, Upload upload, VariantMap kept, Judged judged, WorkFolder work, Held held) {
        long bytes = Math.max(judged.uploaded().bytes(), judged.facts().bytes());
        StorageReservation reservation = held.room().orElseGet(() -> storage.reserve(project.workspaceId(), bytes));
        try (Sizes.UnnamedBlobs batch = sizes.batch(project)) {
            Sizes.Made made = sizes.make(batch, judged.lean(), judged.facts(), kept, work);
            Asset asset = asset(
                    project.workspaceId(),
                    project.id(),
                    upload,
                    kept,
                    judged.uploaded().hash(),
                    made);
            batch.keep();
            instance.database().writing(tx -> {
                keep(tx, project, batch);
                storage.release(tx, reservation);
                batch.fresh().forEach(blob -> storage.add(tx, blob));
                insert(tx, asset, upload.by(), held);
            });
            return asset;
        } finally {
            if (held.room().isEmpty()) {
                storage.release(reservation);
            }
        }
    }

    /** Keeps the project, or has the bytes of a deleted one removed. */
    private void keep(Tx tx, Project project, Sizes.UnnamedBlobs batch) {
        try {
            access.keep(tx, project.id());
        } catch (Failure deleted) {
            batch.discard();
            throw deleted;
        }
    }

    private Optional<Asset> duplicate(Project project, Judged judged, VariantMap kept) {
        return instance
                .database()
                .read(tx -> store.sameBytes(tx, project.id(), judged.uploaded().hash()))
                .stream()
                .filter(other ->
                        other.focal().equals(Focal.CENTRE) && other.sizes().equals(kept))
                .findFirst();
    }

    /** Stores a further asset on the bytes of another; empty when these were removed meanwhile. */
    private Optional<Asset> share(Asset duplicate, Upload upload, Held held) {
        Sizes.Made same =
                new Sizes.Made(duplicate.delivered(), duplicate.master(), duplicate.variants(), duplicate.blurhash());
        Asset asset = asset(
                duplicate.workspaceId(),
                duplicate.projectId(),
                upload,
                duplicate.sizes(),
                duplicate.contentHash(),
                same);
        try {
            return Optional.of(access.write(asset.projectId(), tx -> insert(tx, asset, upload.by(), held)));
        } catch (Failure gone) {
            if (gone.kind() == FailureKind.CONFLICT) {
                return Optional.empty();
            }
            throw gone;
        }
    }

    private Asset asset(
            String workspaceId, String projectId, Upload upload, VariantMap kept, String hash, Sizes.Made made) {
        Instant now = instance.clock().instant();
        return new Asset(
                random.uuid(),
                workspaceId,
                projectId,
                upload.filename(),
                made.delivered(),
                made.master(),
                made.blurhash(),
                upload.words(),
                Focal.CENTRE,
                kept,
                Map.copyOf(made.variants()),
                1,
                1,
                hash,
                upload.source().key(),
                upload.by().id(),
                now,
                now,
                null);
    }

    /** Ends an upload that is answered with an existing asset. */
    void settle(Held held, Asset known) {
        instance.database().writing(tx -> settle(tx, held, known));
    }

    private void settle(Tx tx, Held held, Asset asset) {
        held.onStored().accept(tx, asset.id());
        held.room().ifPresent(room -> storage.release(tx, room));
    }

    private Asset insert(Tx tx, Asset asset, Author by, Held held) {
        settle(tx, held, asset);
        for (String blob : asset.blobs()) {
            if (!storage.use(tx, blob)) {
                throw Failure.conflict("The bytes have gone meanwhile.");
            }
        }
        store.insert(tx, asset);
        MediaAllowance.requireDescribable(tx, asset);
        news.acted(tx, by, "upload_asset", asset);
        news.uploaded(tx, asset);
        news.changed(tx, asset);
        return asset;
    }
}
