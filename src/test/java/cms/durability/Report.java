package cms.durability;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Lines for the person who waits, written to the file that the system property {@code cms.report} names. */
final class Report {
    private final Path file = Path.of(System.getProperty("cms.report", "target/proof.txt"));

    void line(String text, Object... values) {
        try {
            if (file.getParent() != null) {
                Files.createDirectories(file.getParent());
            }
            Files.writeString(
                    file, text.formatted(values) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
