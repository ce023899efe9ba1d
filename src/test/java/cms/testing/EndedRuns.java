package cms.testing;

import cms.platform.jobs.ReadingMarks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Marks as runs of the service leave them that ended while they read a repository. */
public final class EndedRuns {
    private static final int RUNS = 2;

    private EndedRuns() {}

    /** Leaves those of two runs, after which the repository is left alone. */
    public static void leave(TestApp stopped, ReadingMarks.Work work, String repository) {
        for (int run = 0; run < RUNS; run++) {
            leaveOne(stopped, work, repository);
        }
    }

    /** Leaves the mark of one more run, after which the repository is read alone. */
    public static void leaveOne(TestApp stopped, ReadingMarks.Work work, String repository) {
        Path marks = stopped.data().resolve("reading");
        byte[][] left = new byte[1][];
        Path[] file = new Path[1];
        ReadingMarks.open(marks).reading(work, repository, () -> {
            file[0] = onlyFile(marks);
            left[0] = read(file[0]);
        });
        write(file[0], left[0]);
    }

    private static Path onlyFile(Path marks) {
        try (var files = Files.list(marks)) {
            return files.findFirst().orElseThrow();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void write(Path file, byte[] bytes) {
        try {
            Files.write(file, bytes);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
