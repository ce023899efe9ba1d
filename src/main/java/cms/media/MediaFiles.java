package cms.media;

import cms.media.asset.Asset;
import cms.media.asset.Asset.Stored;
import cms.media.asset.AssetStore;
import cms.media.asset.BlobsReleased;
import cms.media.asset.Manifests;
import cms.media.bytes.BlobFiles;
import cms.media.derivative.DerivativeRequest;
import cms.media.derivative.Derivatives;
import cms.media.derivative.Derived;
import cms.media.derivative.SigningKeyRoutes;
import cms.media.derivative.SigningKeys;
import cms.media.sweep.OrphanedObjects;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import cms.platform.files.FileKind;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.instance.Instance;
import cms.platform.pictures.Pictures;
import cms.project.Access;
import cms.project.Project;
import cms.project.ProjectDeleted;
import java.nio.channels.FileChannel;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Delivers the bytes of assets to callers whose access was checked before. */
public final class MediaFiles {
    private static final int TAG_CHARS = 32;

    private final Database database;
    private final BlobFiles blobs;
    private final SigningKeys signingKeys;
    private final Derivatives derivatives;
    private final Manifests manifests;
    private final AssetStore store = new AssetStore();

    /** @param cacheBytes most bytes of sizes that were made on request */
    MediaFiles(Instance instance, Pictures pictures, long cacheBytes, Access access, BlobFiles blobs) {
        this.database = instance.database();
        this.blobs = blobs;
        this.signingKeys = new SigningKeys(instance.database(), access, instance.seal(), instance.clock());
        this.derivatives = new Derivatives(instance, pictures, signingKeys, cacheBytes);
        this.manifests = new Manifests(instance.database());
        OrphanedObjects orphans = new OrphanedObjects(instance.database(), instance.objects(), instance.clock());
        instance.announcements()
                .after(ProjectDeleted.class, "media.bytes-of-project", gone -> deleteAll(gone.projectId()));
        instance.announcements()
                .after(BlobsReleased.class, "media.bytes", gone -> delete(gone.projectId(), gone.blobs()));
        instance.jobs().recurring("sweep-media", Duration.ofHours(6), orphans::sweep);
        instance.jobs().recurring("tidy-media-derivatives", Duration.ofMinutes(1), derivatives::tidy);
    }

    /** @param plan refuses a project whose plan has no media */
    void routes(Routes routes, Access access, Consumer<Project> plan) {
        new SigningKeyRoutes(access, signingKeys, plan).mount(routes);
    }

    /** Seals the signing keys again that were sealed with an earlier secret; to be run at the start. */
    public void sealAnew() {
        signingKeys.sealAnew();
    }

    /** Removes bytes that no row names any more, and their derivatives. */
    private void delete(String projectId, List<String> released) {
        released.forEach(blob -> blobs.delete(projectId, blob));
        derivatives.released(projectId, released);
    }

    /** Forgets a project, in the transaction of its deletion. */
    void forget(Tx tx, String projectId) {
        derivatives.forget(tx, projectId);
        manifests.forget(projectId);
    }

    /** Removes the bytes of a deleted project. */
    private void deleteAll(String projectId) {
        blobs.deleteAll(projectId);
        derivatives.deleteAll(projectId);
    }

    private record Found(Asset asset, String variant, Stored stored) {}

    /** Number of changes of a project's assets so far. */
    public long revision(String projectId) {
        return database.read(tx -> store.revision(tx, projectId));
    }

    /**
     * The manifest of a project's assets in JSON, which releases contain beside the bytes (reference 5.2); empty while
     * it has none.
     */
    public Optional<byte[]> manifest(String projectId) {
        return manifests.of(projectId);
    }

    /**
     * Opens the file at a delivered path, in the size that the query asks for.
     *
     * @param path from {@code media/} on
     * @param keyed whether the request has a valid delivery key
     * @return empty when there is no such file
     * @throws Failure as {@link Derivatives#open} for a size that is refused
     */
    public Optional<DeliveredFile> delivered(Request request, String projectId, String path, boolean keyed) {
        return find(projectId, path)
                .map(found -> DerivativeRequest.isIn(request)
                        ? sized(request, found, path, keyed)
                        : opened(found.asset(), found.stored(), found.variant()));
    }

    private DeliveredFile sized(Request request, Found found, String path, boolean keyed) {
        Asset asset = found.asset();
        if (!found.variant().equals(Asset.ORIGINAL)) {
            throw Failure.invalid("Sizes are made of the original; ask for " + asset.originalPath() + ".");
        }
        FileKind kind = Sizes.kindOf(asset.master());
        if (kind == FileKind.SVG) {
            DerivativeRequest.of(request, true); // an SVG scales to every size
            return opened(asset, found.stored(), found.variant());
        }
        if (!kind.isPicture()) {
            throw Failure.invalid(
                    "Sizes are made of pictures; this is " + asset.delivered().contentType() + ".");
        }
        Derived derived = derivatives.open(request, asset, path, keyed);
        return new DeliveredFile(
                derived.channel(),
                derived.contentType(),
                derived.size(),
                tag(derived.hash()),
                asset.recipe(),
                derived.byAccept(),
                derived.passing());
    }

    private Optional<Found> find(String projectId, String path) {
        String[] parted = path.split("/");
        int point = path.lastIndexOf('.');
        if (parted.length != 3 || !parted[0].equals("media") || point < 0) {
            return Optional.empty();
        }
        String id = parted[2].substring(0, Math.max(0, parted[2].indexOf('.')));
        String variant = parted[1];
        return database.read(tx -> store.find(tx, projectId, id))
                .filter(asset -> asset.deletedAt() == null)
                .flatMap(asset -> Optional.ofNullable(
                                variant.equals(Asset.ORIGINAL)
                                        ? asset.delivered()
                                        : asset.variants().get(variant))
                        .filter(stored -> asset.path(variant, stored).equals(path))
                        .map(stored -> new Found(asset, variant, stored)));
    }

    /**
     * Opens the bytes of an asset.
     *
     * @param variant {@code original}, {@code master}, or the name of a variant
     */
    DeliveredFile open(Asset asset, String variant) {
        Stored stored = Optional.ofNullable(
                        switch (variant) {
                            case "original" -> asset.delivered();
                            case "master" -> asset.master();
                            default -> asset.variants().get(variant);
                        })
                .orElseThrow(Media::unknown);
        return opened(asset, stored, variant);
    }

    private DeliveredFile opened(Asset asset, Stored stored, String variant) {
        FileChannel channel = blobs.open(asset.projectId(), stored.blob())
                .orElseThrow(() -> Failure.unavailable("The bytes of this asset cannot be read now; try again."));
        return new DeliveredFile(
                channel,
                stored.contentType(),
                stored.size(),
                tag(stored.hash()),
                variant.equals(Asset.ORIGINAL) ? 0 : asset.recipe(),
                false,
                false);
    }

    private static String tag(String hash) {
        return '"' + hash.substring(0, TAG_CHARS) + '"';
    }
}
