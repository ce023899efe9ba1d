package cms.git.protocol;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import org.eclipse.jgit.errors.CorruptObjectException;

/**
 * How much a repository may still take in. Objects stay on the disk when no branch names them any more, so this limit
 * keeps a repository from growing for ever and from taking the disk space of all others.
 *
 * @param limits of the whole repository
 * @param objects number of objects that its packs have now
 * @param bytes that its packs take now
 * @param folder a path on the disk of the repository, whose free space is checked
 */
public record Capacity(SizeLimits limits, long objects, long bytes, Path folder) {
    /**
     * How large a repository may become.
     *
     * @param objectsMax most objects, such that a clone of all can still be sent
     * @param bytesMax most bytes of its packs
     * @param freeBytesMin bytes of the disk that stay free for saves, rows and other repositories
     * @param freePartMin divisor that gives the free part of a small disk, such as 20 for a twentieth; the smaller of
     *     the two counts
     */
    public record SizeLimits(long objectsMax, long bytesMax, long freeBytesMin, int freePartMin) {
        public static SizeLimits standard() {
            return new SizeLimits(FetchRoom.objectsMax(), 16L << 30, 1L << 30, 20);
        }

        /** Whether the disk of a folder has less free space than these limits keep free. */
        boolean isNearlyFull(Path folder) throws IOException {
            FileStore disk = Files.getFileStore(folder);
            return disk.getUsableSpace() < Math.min(freeBytesMin, disk.getTotalSpace() / freePartMin);
        }
    }

    /**
     * @throws CorruptObjectException when {@code more} objects would exceed the limit; its message is sent to the
     *     client
     */
    void requireObjects(long more) throws CorruptObjectException {
        if (more > limits.objectsMax() - objects) {
            throw new CorruptObjectException("this repository would have more than " + limits.objectsMax()
                    + " files, folders and commits of all times, which is as many as there may be; push fewer of them,"
                    + " or to a new repository");
        }
    }

    /**
     * @throws CorruptObjectException when {@code more} bytes of a pack would exceed the limit, or the disk is nearly
     *     full; its message is sent to the client
     */
    void requireBytes(long more) throws IOException {
        if (more > limits.bytesMax() - bytes) {
            throw new CorruptObjectException("this repository would take more than " + (limits.bytesMax() >> 20)
                    + " MiB on the disk, which is as much as it may; push less, or to a new repository");
        }
        if (limits.isNearlyFull(folder)) {
            throw new CorruptObjectException("the disk of this service is nearly full, and the rest is kept for what is"
                    + " saved; push again when its operator has made room");
        }
    }
}
