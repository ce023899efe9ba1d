package cms.githost.mirror;

import cms.platform.crypto.RandomTokens;
import cms.platform.failure.Failure;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** A random name in the folder of mirrors that identifies this instance, also after a restart. */
final class InstanceMark {
    private static final String FILE = ".instance";

    private InstanceMark() {}

    /** Reads the name, or makes one; the caller holds the lock of the folder. */
    static String of(Path folder) {
        Path file = folder.resolve(FILE);
        try {
            if (!Files.exists(file)) {
                Path fresh = folder.resolve(FILE + ".tmp");
                Files.writeString(fresh, new RandomTokens().uuid());
                try (FileChannel written = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
                    written.force(true);
                }
                Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
                try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
                    names.force(true);
                }
            }
            return Files.readString(file).strip();
        } catch (IOException failed) {
            throw Failure.unavailable(
                            "The folder of mirrors " + folder + " cannot be used: check that it may be written.")
                    .causedBy(failed);
        }
    }
}
