package cms.platform.scratch;

import cms.platform.failure.Failure;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/** Makes nameless temporary files; each ends when it is closed, at the latest with the process. */
public final class Scratch {
    /** Bytes that stay free on the disk for rows and repositories. */
    private static final long FREE_BYTES_MIN = 256L * 1024 * 1024;

    private final Path folder;

    /** @param folder made when it is first needed */
    public Scratch(Path folder) {
        this.folder = folder;
    }

    /** @throws Failure UNAVAILABLE when the disk is nearly full or takes no file */
    public ScratchFile create() {
        try {
            Files.createDirectories(folder);
            requireRoom();
            Path path = folder.resolve(UUID.randomUUID().toString());
            FileChannel channel = FileChannel.open(
                    path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
            Files.delete(path);
            return new ScratchFile(this, channel);
        } catch (IOException failed) {
            throw noRoom().causedBy(failed);
        }
    }

    /** @throws Failure UNAVAILABLE when the disk is nearly full */
    void requireRoom() throws IOException {
        if (Files.getFileStore(folder).getUsableSpace() < FREE_BYTES_MIN) {
            throw noRoom();
        }
    }

    static Failure noRoom() {
        return Failure.unavailable("The disk has no room for what was sent; try again later.");
    }
}
