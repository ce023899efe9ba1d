package cms.testing;

import cms.platform.db.Database;
import cms.platform.db.DatabaseLocation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a test has hundreds of: empty tables, and a service with a blog. Made once in a process and copied. */
final class Templates {
    static final String ROWS = "cms.db";

    private static @Nullable Path tables;
    private static @Nullable Blog blog;
    private static boolean asked;

    private Templates() {}

    /**
     * Everything that {@link World#blog} makes, and who is who in it.
     *
     * @param data the data folder
     * @param rows the template of the database on a server that belongs to the folder; empty when rows are in the
     *     folder
     */
    record Blog(Path data, Optional<String> rows, World world) {}

    /** Makes a database with empty tables that is a copy of the first. */
    static void tables(Path file) {
        try {
            Files.createDirectories(file.getParent());
            Files.copy(tables(), file, StandardCopyOption.COPY_ATTRIBUTES);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static synchronized Path tables() {
        Path known = tables;
        if (known == null) {
            known = kept().resolve(ROWS);
            Database.open(new DatabaseLocation.File(known)).close();
            tables = known;
        }
        return known;
    }

    /** The folder of a service with a blog; empty for the first that asks, which makes its own. */
    static synchronized Optional<Blog> blog() {
        if (blog == null && asked) {
            Path folder = kept();
            try (TestApp app = TestApp.start()) {
                World world = World.made(app);
                app.restart(() -> {
                    copy(app.data(), folder);
                    blog = new Blog(folder, app.rowsServer().map(Rows::template), world);
                });
            }
        }
        asked = true;
        return Optional.ofNullable(blog);
    }

    /** Copies all files of a folder into another one. */
    static void copy(Path from, Path to) {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Path copy = to.resolve(from.relativize(file).toString());
                if (!Files.isDirectory(copy)) {
                    Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Path kept() {
        try {
            Path folder = Files.createTempDirectory("cms-test-template");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> TestApp.delete(folder.toFile())));
            return folder;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
