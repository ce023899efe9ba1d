package cms.git.disk;

import cms.git.refs.RefStore;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Removes the files that a killed process left in a repository. No other code does: a stale lock would block its ref
 * for ever. Only for a repository that this process owns and that has no write in progress.
 */
final class Leftovers {
    private static final Pattern TEMPORARY =
            Pattern.compile("tmp_.*|noz.*\\.tmp|incoming_.*|gc_.*|\\.tmp-.*|\\.probe-.*|.*\\.lock|.*\\.tmp");

    private Leftovers() {}

    static void sweep(Path gitDir) throws IOException {
        sweepQuarantines(gitDir);
        sweepFolder(gitDir);
        sweepFolder(gitDir.resolve("objects"));
        sweepFolder(gitDir.resolve("objects/pack"));
        sweepHalfPacks(gitDir.resolve("objects/pack"));
        if (Files.isDirectory(gitDir.resolve("refs"))) {
            sweepLocks(gitDir.resolve("refs"));
        }
        RefStore.foldFormerJournals(gitDir);
    }

    private static void sweepLocks(Path refs) throws IOException {
        Files.walkFileTree(refs, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (file.toString().endsWith(".lock")) {
                    Files.deleteIfExists(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** Removes undecided pushes, whose clients got no answer. */
    private static void sweepQuarantines(Path gitDir) throws IOException {
        try (Stream<Path> files = Files.list(gitDir)) {
            for (Path file : files.toList()) {
                if (file.getFileName().toString().startsWith(Quarantine.PREFIX)) {
                    RepositoryFolder.remove(file);
                }
            }
        }
    }

    /** Removes packs without an index, which is moved last, so that they were never in use. */
    private static void sweepHalfPacks(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (name.endsWith(".pack") && !Files.exists(folder.resolve(name.replaceFirst("pack$", "idx")))) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    private static void sweepFolder(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                if (TEMPORARY.matcher(file.getFileName().toString()).matches() && Files.isRegularFile(file)) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }
}
