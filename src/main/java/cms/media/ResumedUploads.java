package cms.media;

import cms.access.Author;
import cms.media.asset.BlobStore.StorageReservation;
import cms.media.asset.Words;
import cms.media.upload.OpenUpload;
import cms.media.upload.UploadMetadata;
import cms.media.upload.UploadTarget;
import cms.media.variant.VariantMap;
import cms.platform.db.Tx;
import cms.project.ProjectAccess;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/** Makes assets of uploads that came in parts. */
final class ResumedUploads implements UploadTarget {
    private final Media media;
    private final Storage storage;

    ResumedUploads(Media media, Storage storage) {
        this.media = media;
        this.storage = storage;
    }

    @Override
    public long fileBytesMax(ProjectAccess place) {
        return media.fileBytesMax(place);
    }

    @Override
    public void check(ProjectAccess place, Author by, UploadMetadata metadata) {
        media.sizes(place, parse(by, metadata));
    }

    @Override
    public StorageReservation reserve(String workspaceId, long bytes, Duration life) {
        return storage.reserve(workspaceId, bytes, life);
    }

    @Override
    public void release(StorageReservation reservation) {
        storage.release(reservation);
    }

    @Override
    public void release(Tx tx, StorageReservation reservation) {
        storage.release(tx, reservation);
    }

    @Override
    public String take(
            ProjectAccess place, Author by, OpenUpload upload, InputStream content, BiConsumer<Tx, String> within) {
        Upload wanted = parse(by, UploadMetadata.parse(upload.metadata()));
        AssetIntake.Held held = new AssetIntake.Held(Optional.of(upload.room()), within);
        return media.add(place, wanted, content, held).asset().get("id").asString();
    }

    private static Upload parse(Author by, UploadMetadata metadata) {
        return new Upload(
                metadata.text("filename").or(() -> metadata.text("name")).orElse(""),
                Words.of(
                        metadata.text("alt").orElse(null),
                        metadata.text("tags").map(Words::split).orElse(List.of())),
                metadata.text("variants").map(VariantMap::parse),
                metadata.text("field"),
                UploadWords.isReturn(metadata.text("onDuplicate")),
                Upload.Source.UPLOAD,
                by);
    }
}
