package cms.media.bytes;

import cms.platform.failure.Failure;
import cms.platform.objects.Objects;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Optional;

/** The stored bytes of assets: objects {@code media/<project>/<blob>}. */
public final class BlobFiles {
    private static final String PREFIX = "media/";

    private final Objects objects;

    public BlobFiles(Objects objects) {
        this.objects = objects;
    }

    /** @throws Failure UNAVAILABLE when the bytes cannot be stored now */
    public void store(String projectId, String blob, Path file) {
        try {
            objects.copyIn(key(projectId, blob), file);
        } catch (UncheckedIOException full) {
            throw WorkFolder.full().causedBy(full);
        }
    }

    public Optional<FileChannel> open(String projectId, String blob) {
        return objects.open(key(projectId, blob));
    }

    public void delete(String projectId, String blob) {
        objects.delete(key(projectId, blob));
    }

    public void deleteAll(String projectId) {
        objects.deleteAll(PREFIX + projectId);
    }

    private static String key(String projectId, String blob) {
        return PREFIX + projectId + "/" + blob;
    }
}
