package cms.testing;

import cms.platform.jobs.ReadingMarks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Marks as runs of the service leave them that ended while they read a repository. */
public final class EndedRuns {
    private static final int RUNS = 2;

    private EndedRuns() {}

    /** Leaves those of two runs, after which the repository is left alone. */
    public static void leave(TestApp stopped, ReadingMarks.MarkedWork work, String repository) {
        for (int run = 0; run < RUNS; run++) {
            leaveOne(stopped, repository, work);
        }
    }

    /** Leaves the marks of one more run, after which each of these works reads the repository alone. */
    public static void leaveOne(TestApp stopped, String repository, ReadingMarks.MarkedWork... works) {
        Path folder = stopped.data().resolve("reading");
        Map<Path, byte[]> left = new HashMap<>();
        Runnable end = () -> files(folder).forEach(file -> left.put(file, read(file)));
        ReadingMarks run = ReadingMarks.open(folder);
        for (ReadingMarks.MarkedWork work : works) {
            Runnable inner = end;
            end = () -> run.reading(work, repository, inner);
        }
        end.run();
        left.forEach(EndedRuns::write);
    }

    private static List<Path> files(Path marks) {
        try (var files = Files.list(marks)) {
            return files.toList();
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
