package cms.delivery.serve;

import cms.delivery.build.DeliveredBytes;
import cms.delivery.wire.Coding;
import cms.media.DeliveredFile;
import cms.platform.cache.LeastRecentlyUsed;
import cms.platform.heap.HeapShare;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Cache of small files of assets that were read lately. A file is dropped when its asset changes, and when there is no
 * room, those that were read longest ago first.
 */
final class MediaMemory {
    static final int FILE_BYTES_MAX = 256 * 1024;

    /**
     * What a file takes in the heap beside its bytes: both forms, their header lines once sent, names, and its entry.
     */
    private static final int ENTRY_BYTES = 3_500;

    private static final Duration UNREAD_MAX = Duration.ofDays(1);

    private final LeastRecentlyUsed<String, Held> files;
    private long changes;

    MediaMemory() {
        this(HeapShare.MEDIA.bytes());
    }

    /** @param bytesMax of all files together, each with what it takes in the heap */
    MediaMemory(long bytesMax) {
        this.files = new LeastRecentlyUsed<>(
                bytesMax, UNREAD_MAX, file -> ENTRY_BYTES + file.keyed().size(), file -> {}, System::nanoTime);
    }

    /**
     * One file with the header lines that never change.
     *
     * @param path from {@code media/} on
     * @param keyed the form that is sent for a read with a key
     */
    record Held(String workspaceId, String projectId, String path, Representation keyed, Representation keyless) {}

    /** The number of changes so far; to be read before looking up a file that is to be kept. */
    synchronized long changes() {
        return changes;
    }

    /**
     * A cached file; null when it is not cached.
     *
     * @param name the project's id, a slash, and the path from {@code media/} on
     */
    @Nullable
    Held find(String name) {
        return files.find(name);
    }

    /**
     * Keeps a file, unless an asset has changed since it was looked up.
     *
     * @param asOf {@link #changes} before the lookup
     * @param caching how long a client that names no version may cache it
     */
    void keep(String workspaceId, String projectId, String path, DeliveredFile file, String caching, long asOf) {
        String name = projectId + "/" + path;
        if (file.size() > FILE_BYTES_MAX || files.find(name) != null) {
            return;
        }
        DeliveredBytes body = DeliveredBytes.stored(file.tag(), read(file));
        Held held = new Held(
                workspaceId,
                projectId,
                path,
                form(file, body, "private, " + caching + "\r\nVary: Authorization"),
                form(file, body, "public, " + caching));
        keep(name, held, asOf);
    }

    /** No asset changes between the comparison and the entry, because of the monitor; reads do without it. */
    private synchronized void keep(String name, Held held, long asOf) {
        if (changes == asOf) {
            files.put(name, held);
        }
    }

    /** Drops the files of an asset that was changed or deleted. */
    synchronized void changed(String projectId, String assetId) {
        changes++;
        String project = projectId + "/";
        String asset = "/" + assetId + ".";
        files.remove(name -> name.startsWith(project) && name.indexOf(asset, project.length()) >= 0);
    }

    /** Forgets all files: changes that came without a signal are not known. */
    synchronized void clear() {
        changes++;
        files.remove(name -> true);
    }

    private static Representation form(DeliveredFile file, DeliveredBytes body, String caching) {
        String policy = file.policy().map(each -> "\r\n" + each).orElse("");
        return new Representation(
                file.tag(), Coding.IDENTITY, body, file.contentType(), "Cache-Control: " + caching, policy);
    }

    private static ByteBuffer read(DeliveredFile file) {
        ByteBuffer content = ByteBuffer.allocateDirect((int) file.size());
        try {
            while (content.hasRemaining()) {
                if (file.channel().read(content, content.position()) < 0) {
                    throw new IOException("the file has become shorter");
                }
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return content.flip();
    }
}
