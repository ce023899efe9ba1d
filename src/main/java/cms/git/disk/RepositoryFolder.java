package cms.git.disk;

import cms.git.durable.Durable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** A bare repository as files, in the form that every Git since 1.5 can open. */
final class RepositoryFolder {
    private static final String CONFIG = """
            [core]
            \trepositoryformatversion = 0
            \tfilemode = true
            \tbare = true
            [gc]
            \tauto = 0
            """;

    private RepositoryFolder() {}

    /** Writes an empty repository whose HEAD is the given full ref name. */
    static void create(Path gitDir, String head) throws IOException {
        for (String folder : new String[] {"objects/info", "objects/pack", "refs/heads", "refs/tags"}) {
            Files.createDirectories(gitDir.resolve(folder));
        }
        Durable.create(gitDir.resolve("HEAD"), ("ref: " + head + "\n").getBytes(StandardCharsets.UTF_8));
        Durable.create(gitDir.resolve("config"), CONFIG.getBytes(StandardCharsets.UTF_8));
        for (String folder : new String[] {"objects", "refs", ""}) {
            Durable.folder(gitDir.resolve(folder));
        }
    }

    /** Renames a folder to a name that nothing has yet; false when something has it. */
    static boolean move(Path from, Path to) throws IOException {
        if (Files.exists(to)) {
            return false;
        }
        try {
            Durable.rename(from, to);
            return true;
        } catch (java.nio.file.FileSystemException taken) {
            if (Files.exists(to)) {
                return false;
            }
            throw taken;
        }
    }

    static void remove(Path folder) throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path emptied, @Nullable IOException failure) throws IOException {
                Files.delete(emptied);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
