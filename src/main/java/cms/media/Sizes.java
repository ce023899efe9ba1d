package cms.media;

import cms.media.asset.Asset.Stored;
import cms.media.asset.BlobStore.StoredBlob;
import cms.media.bytes.BlobFiles;
import cms.media.bytes.MediaLimits;
import cms.media.bytes.WorkFolder;
import cms.media.variant.Focal;
import cms.media.variant.VariantMap;
import cms.platform.compute.Compute;
import cms.platform.crypto.RandomTokens;
import cms.platform.files.FileFacts;
import cms.platform.files.FileKind;
import cms.platform.pictures.Fit;
import cms.platform.pictures.Picture;
import cms.platform.pictures.PictureFormat;
import cms.platform.pictures.Pictures;
import cms.platform.pictures.Recipe;
import cms.platform.pictures.Urgency;
import cms.project.Project;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes the original and the variants of a picture, and stores their bytes. */
final class Sizes {
    private static final Recipe ORIGINAL = original(false);
    private static final Recipe ORIGINAL_LOSSLESS = original(true);

    private final Pictures pictures;
    private final Compute compute;
    private final BlobFiles blobs;
    private final RandomTokens random = new RandomTokens();

    Sizes(Pictures pictures, Compute compute, BlobFiles blobs) {
        this.pictures = pictures;
        this.compute = compute;
        this.blobs = blobs;
    }

    private static Recipe original(boolean lossless) {
        return new Recipe(
                PictureFormat.WEBP,
                Fit.INSIDE,
                MediaLimits.ORIGINAL_EDGE_MAX,
                MediaLimits.ORIGINAL_EDGE_MAX,
                Focal.CENTRE.x(),
                Focal.CENTRE.y(),
                MediaLimits.ORIGINAL_QUALITY,
                lossless,
                true);
    }

    /** Stored bytes that no row names yet; closing the batch removes them unless they are kept. */
    final class UnnamedBlobs implements AutoCloseable {
        private final Project project;
        private final List<StoredBlob> fresh = new ArrayList<>();
        private boolean kept;

        private UnnamedBlobs(Project project) {
            this.project = project;
        }

        List<StoredBlob> fresh() {
            return fresh;
        }

        /**
         * Keeps the bytes, because rows may name them from now on. To be called before the transaction, whose answer
         * can get lost; bytes that no row names after all are removed by the sweep.
         */
        void keep() {
            kept = true;
        }

        /** Has the bytes removed, because no row names them. */
        void discard() {
            kept = false;
        }

        Stored store(Path file, String contentType, String extension, int width, int height) {
            StoredBlob blob = new StoredBlob(random.uuid(), project.workspaceId(), project.id(), size(file));
            blobs.store(project.id(), blob.id(), file);
            fresh.add(blob);
            return new Stored(blob.id(), contentType, extension, width, height, blob.size(), WorkFolder.hash(file));
        }

        private Stored store(Picture picture) {
            PictureFormat format = picture.format();
            return store(picture.file(), format.contentType(), format.extension(), picture.width(), picture.height());
        }

        @Override
        public void close() {
            if (!kept) {
                fresh.forEach(blob -> blobs.delete(project.id(), blob.id()));
            }
        }
    }

    /** The stored sizes of a file. */
    record Made(
            Stored delivered,
            Stored master,
            Map<String, Stored> variants,
            @Nullable String blurhash) {}

    UnnamedBlobs batch(Project project) {
        return new UnnamedBlobs(project);
    }

    /** Makes and stores the master, the original and the variants of an upload. */
    Made make(UnnamedBlobs batch, Path lean, FileFacts facts, VariantMap sizes, WorkFolder work) {
        FileKind kind = facts.kind();
        Stored master =
                batch.store(lean, kind.contentType(), kind.extension(), upright(facts, true), upright(facts, false));
        if (!kind.isPicture()) {
            return new Made(master, master, Map.of(), null);
        }
        boolean mayStayLossless =
                facts.lossless() && (long) facts.width() * facts.height() <= MediaLimits.LOSSLESS_PIXELS_MAX;
        List<Recipe> recipes = new ArrayList<>();
        recipes.add(ORIGINAL);
        if (mayStayLossless) {
            recipes.add(ORIGINAL_LOSSLESS);
        }
        List<String> names = sizes.names();
        names.forEach(name -> recipes.add(sizes.spec(name).recipe(Focal.CENTRE)));
        String owner = owner(batch);
        List<Picture> made = pictures.make(owner, Urgency.UPLOAD, lean, kind, recipes, work.path());
        Picture lossy = made.getFirst();
        boolean lossless = mayStayLossless && made.get(1).bytes() <= facts.bytes();
        Stored delivered = batch.store(lossless ? made.get(1) : lossy);
        Map<String, Stored> variants =
                stored(batch, names, made.subList(recipes.size() - names.size(), recipes.size()));
        return new Made(delivered, master, variants, pictures.blurhash(owner, lean, kind));
    }

    /** Makes and stores the variants of a master again, around another focal point. */
    Map<String, Stored> cut(
            UnnamedBlobs batch, Path master, FileKind kind, VariantMap sizes, Focal focal, WorkFolder work) {
        List<String> names = sizes.names();
        List<Recipe> recipes =
                names.stream().map(name -> sizes.spec(name).recipe(focal)).toList();
        return stored(batch, names, pictures.make(owner(batch), Urgency.UPLOAD, master, kind, recipes, work.path()));
    }

    /** The account whose projects wait for pictures together, as it may have any number of them. */
    private String owner(UnnamedBlobs batch) {
        return compute.account(batch.project.workspaceId());
    }

    private static Map<String, Stored> stored(UnnamedBlobs batch, List<String> names, List<Picture> made) {
        Map<String, Stored> variants = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
            variants.put(names.get(i), batch.store(made.get(i)));
        }
        return variants;
    }

    /** The width or height as displayed: orientations from 5 on swap the two. */
    private static int upright(FileFacts facts, boolean width) {
        boolean turned = facts.orientation() >= 5;
        return width != turned ? facts.width() : facts.height();
    }

    /** The kind of a stored file, which was checked when it was uploaded. */
    static FileKind kindOf(Stored stored) {
        return FileKind.ofContentType(stored.contentType());
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
