package cms.media;

import cms.media.asset.Asset;
import cms.media.asset.Asset.Stored;
import cms.media.asset.AssetStore;
import cms.media.bytes.Shelf;
import cms.platform.db.Database;
import cms.platform.failure.Failure;
import java.nio.channels.FileChannel;
import java.util.Optional;

/** Opens the bytes of assets. */
final class MediaFiles {
    private static final int TAG_CHARS = 32;

    private final Database database;
    private final Shelf shelf;
    private final AssetStore store = new AssetStore();

    MediaFiles(Database database, Shelf shelf) {
        this.database = database;
        this.shelf = shelf;
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
        FileChannel channel = shelf.open(asset.projectId(), stored.blob())
                .orElseThrow(() -> Failure.unavailable("The bytes of this asset cannot be read now; try again."));
        return new DeliveredFile(
                channel,
                stored.contentType(),
                stored.size(),
                '"' + stored.hash().substring(0, TAG_CHARS) + '"',
                variant.equals(Asset.ORIGINAL) ? 0 : asset.recipe());
    }

    /** The bytes of an asset as the path of what is delivered names them; whoever asks has been let in. */
    Optional<DeliveredFile> delivered(String projectId, String path) {
        String[] parted = path.split("/");
        int point = path.lastIndexOf('.');
        if (parted.length != 3 || !parted[0].equals("media") || point < 0) {
            return Optional.empty();
        }
        String id = parted[2].substring(0, Math.max(0, parted[2].indexOf('.')));
        return database.read(tx -> store.find(tx, projectId, id))
                .filter(asset -> asset.deletedAt() == null)
                .flatMap(asset -> Optional.ofNullable(
                                parted[1].equals(Asset.ORIGINAL)
                                        ? asset.delivered()
                                        : asset.variants().get(parted[1]))
                        .filter(stored -> asset.path(parted[1], stored).equals(path))
                        .map(stored -> opened(asset, stored, parted[1])));
    }
}
