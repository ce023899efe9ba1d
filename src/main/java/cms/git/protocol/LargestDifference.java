package cms.git.protocol;

import cms.git.durable.Durable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.ReentrantLock;

/**
 * How large the largest file is that a repository has as a difference from another, in a file beside its packs. JGit makes
 * such a file anew, in memory, where its base is not sent along; all others it sends as they lie on the disk.
 */
final class LargestDifference {
    private static final String NAME = "largest-difference";

    /** Smaller ones make no difference to what a fetch takes. */
    private static final long NOTED_BYTES_MIN = 1 << 20;

    /** Two pushes must not overwrite each other's. */
    private static final ReentrantLock ONE = new ReentrantLock();

    private LargestDifference() {}

    /** In bytes; 0 where none is large. */
    static long of(Path gitDir) throws IOException {
        Path file = gitDir.resolve(NAME);
        return Files.exists(file) ? Long.parseLong(Files.readString(file).strip()) : 0;
    }

    /** Is told of a pack before that is in use. */
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
