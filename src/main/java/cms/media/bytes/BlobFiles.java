package cms.media.bytes;

import cms.platform.objects.Objects;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Optional;

/** Where the bytes of assets lie: {@code media/<project>/<blob>}. */
public final class BlobFiles {
    private static final String PREFIX = "media/";

    private final Objects objects;

    public BlobFiles(Objects objects) {
        this.objects = objects;
    }

    public void store(String projectId, String blob, Path file) {
        objects.copyIn(key(projectId, blob), file);
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
