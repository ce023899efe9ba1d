package cms.platform.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LimitsTest {
    @Test
    void theTableOfTheDocumentIsTheTableOfTheCode() throws IOException {
        String document = Files.readString(Path.of("docs/rate-limits.md"));
        assertThat(Limits.values()).allSatisfy(limit -> assertThat(document).contains(row(limit)));
        assertThat(ChosenLimits.values())
                .allSatisfy(limit -> assertThat(document.replace("`", ""))
                        .contains("| " + limit.of(1).name() + " | " + limit.chosenBy() + " in "
                                + text(limit.of(1).window()) + " | " + limit.whose() + " |"));
        assertThat(document.lines()
                        .dropWhile(line -> !line.equals("| What | How often | For each |"))
                        .skip(2)
                        .takeWhile(line -> line.startsWith("|"))
                        .map(row -> row.split(" ?\\| ?")[1]))
                .as("rows of the document")
                .containsExactlyInAnyOrderElementsOf(names());
        assertThat(names()).as("names, which are part of what is counted").doesNotHaveDuplicates();
    }

    private static List<String> names() {
        return Stream.concat(
                        Arrays.stream(Limits.values()).map(Limits::rate),
                        Arrays.stream(ChosenLimits.values()).map(limit -> limit.of(1)))
                .map(RateLimit::name)
                .toList();
    }

    @Test
    void noRoomHasALimitOfItsOwn() throws IOException {
        try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
            assertThat(sources.filter(Files::isRegularFile)
                            .filter(file -> !file.startsWith("src/main/java/cms/platform/limits"))
                            .filter(LimitsTest::makesLimit))
                    .as("what makes a limit beside the table")
                    .isEmpty();
        }
    }

    private static boolean makesLimit(Path file) {
        try {
            return Files.readString(file).contains("new RateLimit(");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static String row(Limits limit) {
        RateLimit rate = limit.rate();
        return "| " + rate.name() + " | " + rate.count() + " in " + text(rate.window()) + " | " + limit.whose() + " |";
    }

    private static String text(Duration window) {
        if (window.equals(Duration.ofMinutes(1))) {
            return "1 minute";
        }
        if (window.toSeconds() % 60 != 0) {
            return window.toSeconds() + (window.toSeconds() == 1 ? " second" : " seconds");
        }
        if (window.equals(Duration.ofDays(1))) {
            return "1 day";
        }
        return window.equals(Duration.ofHours(1)) ? "1 hour" : window.toMinutes() + " minutes";
    }
}
