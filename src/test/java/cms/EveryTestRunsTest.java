package cms;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests that no run would find prove nothing, and those whose cases depend on luck prove something else each time. */
class EveryTestRunsTest {
    private static final Pattern CASE = Pattern.compile("(?m)^\\s*@(Test|Property|Example|ParameterizedTest)\\b");

    /** Names that verify looks for. */
    private static final Pattern FOUND_BY_NAME = Pattern.compile("Test.*|.*(Test|Tests|TestCase)");

    /** Cases that other classes extend run there. */
    private static final Pattern EXTENDED = Pattern.compile("(?m)^(public )?abstract class ");

    private static final Pattern OWN_SEED =
            Pattern.compile("@Property\\b(?!.*seed = )|(?i:long seed = .*System\\.nanoTime)");

    /** A file with tests. */
    private record Tests(String name, String text) {
        boolean isFoundByName() {
            return FOUND_BY_NAME.matcher(name).matches();
        }
    }

    @Test
    void everyClassWithTestsHasANameThatVerifyLooksForOrIsNamedByAScript() {
        String scripts = String.join(
                "\n",
                Stream.of(".ci", "bin", "pom.xml")
                        .map(Path::of)
                        .flatMap(path -> files(path, 1))
                        .map(EveryTestRunsTest::text)
                        .toList());
        assertThat(tests().stream()
                        .filter(tests -> !tests.isFoundByName()
                                && !EXTENDED.matcher(tests.text()).find())
                        .map(Tests::name)
                        .filter(name -> !Pattern.compile("\\b" + name + "\\b")
                                .matcher(scripts)
                                .find()))
                .isEmpty();
    }

    /** Those that {@code .ci} and {@code bin} run by hand may draw a seed, which they print. */
    @Test
    void whatVerifyRunsGoesThroughTheSameCasesEachTime() {
        assertThat(tests().stream()
                        .filter(Tests::isFoundByName)
                        .flatMap(tests -> OWN_SEED.matcher(tests.text())
                                .results()
                                .map(found -> tests.name() + ": " + found.group())))
                .isEmpty();
    }

    private static List<Tests> tests() {
        return files(Path.of("src/test/java"), Integer.MAX_VALUE)
                .filter(file -> file.toString().endsWith(".java"))
                .map(file -> new Tests(file.getFileName().toString().replace(".java", ""), text(file)))
                .filter(tests -> CASE.matcher(tests.text()).find())
                .toList();
    }

    private static Stream<Path> files(Path folder, int depth) {
        try (Stream<Path> files = Files.walk(folder, depth)) {
            return files.filter(Files::isRegularFile).toList().stream();
        } catch (IOException wrong) {
            throw new UncheckedIOException(wrong);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException wrong) {
            throw new UncheckedIOException(wrong);
        }
    }
}
