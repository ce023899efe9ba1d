package cms;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The build takes no library that differs from what the repository names. Shown to fail without the settings of
 * {@code .mvn/maven.config}, and for a library that the list leaves out: Maven takes it as it comes.
 */
final class SupplyTest {
    private static final Path LIST = Path.of(".mvn/checksums/checksums.sha256");
    private static final String REPOSITORY = "/repository/";
    private static final String PLUGIN = "/maven-toolchains-plugin-";

    @TempDir
    private Path copy;

    @Test
    void everyLibraryStandsInTheListOfHashes() throws IOException {
        Set<String> listed = Files.readAllLines(LIST).stream()
                .map(line -> line.split(" +")[1])
                .collect(Collectors.toSet());
        List<String> used = Stream.of(System.getProperty("java.class.path").split(":"))
                .filter(path -> path.endsWith(".jar") && path.contains(REPOSITORY))
                .map(path -> path.substring(path.indexOf(REPOSITORY) + REPOSITORY.length()))
                .toList();
        assertThat(used).hasSizeGreaterThan(50);
        assertThat(listed).containsAll(used);
    }

    /** The real Maven, with one letter of the list changed. */
    @Tag("large")
    @Test
    void aLibraryThatDiffersFromTheListEndsTheBuild() throws Exception {
        for (String part : List.of("mvnw", "pom.xml", "bin", ".mvn")) {
            copyAll(Path.of(part));
        }
        List<String> lines = new ArrayList<>();
        for (String line : Files.readAllLines(LIST)) {
            boolean changed = line.contains(PLUGIN);
            lines.add(changed ? (line.startsWith("0") ? "1" : "0") + line.substring(1) : line);
        }
        Files.write(copy.resolve(LIST), lines);
        Process maven = new ProcessBuilder("sh", "mvnw", "--offline", "--quiet", "--batch-mode", "-Dquick", "validate")
                .directory(copy.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(maven.getInputStream().readAllBytes());
        assertThat(maven.waitFor()).as(said).isNotZero();
        assertThat(said).contains(PLUGIN.substring(1, PLUGIN.length() - 1), "trusted checksum mismatch");
    }

    private void copyAll(Path part) throws IOException {
        try (Stream<Path> files = Files.walk(part)) {
            for (Path file : files.toList()) {
                Path target = copy.resolve(file.toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target, StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
        }
    }
}
