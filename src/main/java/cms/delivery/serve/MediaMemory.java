package cms.delivery.serve;

import cms.delivery.build.DeliveredBytes;
import cms.delivery.wire.Coding;
import cms.media.DeliveredFile;
import cms.platform.heap.HeapShare;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Cache of small files of assets that were read lately. A file is dropped when its asset changes, and when there is no
 * room, those that were read longest ago first.
 */
final class MediaMemory {
    static final int FILE_BYTES_MAX = 256 * 1024;
    private static final boolean BY_USE = true;

    private final long bytesMax = HeapShare.MEDIA.bytes();
    private final Map<String, Held> files = new LinkedHashMap<>(64, 0.75f, BY_USE);
    private long bytes;
    private long changes;

    /**
     * One file with the header lines that never change.
     *
     * @param path from {@code media/} on
     * @param keyed the form that is sent for a read with a key
     */
    record Held(String workspaceId, String projectId, String path, Representation keyed, Representation keyless) {
        private boolean isOf(String assetId) {
            return path.contains("/" + assetId + ".");
        }
    }

    /** The number of changes so far; to be read before looking up a file that is to be kept. */
    synchronized long changes() {
        return changes;
    }

    /** A cached file; null when it is not cached. */
    synchronized @Nullable Held find(String projectId, String path) {
        return files.get(projectId + "/" + path);
    }

    /**
     * Keeps a file, unless an asset has changed since it was looked up.
     *
     * @param asOf {@link #changes} before the lookup
     * @param caching how long a client that names no version may cache it
     */
    void keep(String workspaceId, String projectId, String path, DeliveredFile file, String caching, long asOf) {
        if (file.size() > FILE_BYTES_MAX || file.size() > bytesMax) {
            return;
        }
        DeliveredBytes body = DeliveredBytes.stored(file.tag(), read(file));
        Held held = new Held(
                workspaceId,
                projectId,
                path,
                form(file, body, "private, " + caching + "\r\nVary: Authorization"),
                form(file, body, "public, " + caching));
        keep(projectId + "/" + path, held, asOf);
    }

    private synchronized void keep(String name, Held held, long asOf) {
        if (changes != asOf || files.containsKey(name)) {
            return;
        }
        files.put(name, held);
        bytes += held.keyed().size();
        var oldest = files.values().iterator();
        while (bytes > bytesMax) {
            bytes -= oldest.next().keyed().size();
            oldest.remove();
        }
    }

    /** Drops the files of an asset that was changed or deleted. */
    synchronized void changed(String projectId, String assetId) {
        changes++;
        files.values().removeIf(held -> {
            boolean gone = held.projectId().equals(projectId) && held.isOf(assetId);
            bytes -= gone ? held.keyed().size() : 0;
            return gone;
        });
    }

    /** Forgets all files: changes that came without a signal are not known. */
    synchronized void clear() {
        changes++;
        files.clear();
        bytes = 0;
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
