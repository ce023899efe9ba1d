package cms.git.protocol;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import org.eclipse.jgit.errors.CorruptObjectException;

/**
 * What a repository may still take in. Objects that no branch names any more stay on the disk, so this is what keeps a
 * repository from growing for ever, and from taking the disk of all the others.
 *
 * @param limits of the whole repository
 * @param objects that its packs have
 * @param bytes of its packs
 * @param folder where they lie
 */
public record Capacity(Limits limits, long objects, long bytes, Path folder) {
    /**
     * How large a repository may become.
     *
     * @param objectsMax as many as can be sent again
     * @param bytesMax of its packs
     * @param freeBytesMin what the disk keeps for saves, rows and everybody else
     * @param freePartMin or this part of a small disk, such as 20 for a twentieth
     */
    public record Limits(long objectsMax, long bytesMax, long freeBytesMin, int freePartMin) {
        public static Limits standard() {
            return new Limits(FetchRoom.objectsMax(), 16L << 30, 1L << 30, 20);
        }

        /** Whether less of the disk is free than these keep free. */
        boolean isNearlyFull(Path folder) throws IOException {
            FileStore disk = Files.getFileStore(folder);
            return disk.getUsableSpace() < Math.min(freeBytesMin, disk.getTotalSpace() / freePartMin);
        }
    }

    /** @throws CorruptObjectException when so many more would be too many */
    void requireObjects(long more) throws CorruptObjectException {
        if (more > limits.objectsMax() - objects) {
            throw new CorruptObjectException("this repository would have more than " + limits.objectsMax()
                    + " files, folders and commits of all times, which is as many as there may be; push fewer of them,"
                    + " or to a new repository");
        }
    }

    /** @throws CorruptObjectException when so many more bytes of a pack would be too many, or the disk is nearly full */
    void requireBytes(long more) throws IOException {
        if (more > limits.bytesMax() - bytes) {
            throw new CorruptObjectException("this repository would take more than " + (limits.bytesMax() >> 20)
                    + " MiB on the disk, which is as much as it may; push less, or to a new repository");
        }
        if (limits.isNearlyFull(folder)) {
            throw new CorruptObjectException("the disk of this service is nearly full, and the rest is kept for what is"
                    + " saved; push again when whoever runs it has made room");
        }
    }
}
