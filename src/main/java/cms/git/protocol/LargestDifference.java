package cms.git.protocol;

import cms.git.durable.Durable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The size of the largest file that a repository stores as a delta, kept in a file beside its packs. JGit makes such a
 * file in memory when its base is not sent along; all others it sends as they are stored.
 */
final class LargestDifference {
    private static final String NAME = "largest-difference";

    /** Smallest size that is recorded; smaller ones do not matter for the memory of a fetch. */
    private static final long NOTED_BYTES_MIN = 1 << 20;

    /** Keeps two pushes from overwriting each other's size. */
    private static final ReentrantLock ONE = new ReentrantLock();

    private LargestDifference() {}

    /** The size in bytes; 0 where none is large. */
    static long of(Path gitDir) throws IOException {
        Path file = gitDir.resolve(NAME);
        return Files.exists(file) ? Long.parseLong(Files.readString(file).strip()) : 0;
    }

    /** Records the size for a pack, before that is in use. */
    static void note(Path gitDir, long bytes) throws IOException {
        if (bytes < NOTED_BYTES_MIN) {
            return;
        }
        ONE.lock();
        try {
            if (bytes > of(gitDir)) {
                Path fresh = gitDir.resolve(NAME + ".tmp");
                Files.deleteIfExists(fresh);
                Durable.create(fresh, Long.toString(bytes).getBytes(StandardCharsets.UTF_8));
                Durable.rename(fresh, gitDir.resolve(NAME));
            }
        } finally {
            ONE.unlock();
        }
    }
}
