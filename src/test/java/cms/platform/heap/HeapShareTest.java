package cms.platform.heap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class HeapShareTest {
    private static final int HARD_HUNDREDTHS_MAX = 80;

    @Test
    void hardSharesAreFourFifthsOfTheHeapAtMost() {
        assertThat(sum(HeapShare.Kind.HARD)).isLessThanOrEqualTo(HARD_HUNDREDTHS_MAX);
    }

    @Test
    void whatIsHeldBesideThemFitsIntoTheRest() {
        assertThat(sum(HeapShare.Kind.HARD) + sum(HeapShare.Kind.BESIDE)).isLessThan(100);
    }

    @Test
    void releasesTakeLessInASmallHeap() {
        assertThat(HeapShare.RELEASES.bytesOf(4L << 30)).isEqualTo(160L << 20);
        assertThat(HeapShare.RELEASES.bytesOf(192L << 20)).isBetween(28L << 20, 29L << 20);
    }

    @Test
    void eachPartOfTheWorkFindsItsOwnWhateverTheOthersHold() {
        int own = parts().mapToInt(HeapShare::ownHundredths).sum();
        assertThat(own).isLessThanOrEqualTo(HeapShare.WORK.hundredths());
        assertThat(parts())
                .allMatch(part -> part.hundredths() + own - part.ownHundredths() <= HeapShare.WORK.hundredths());
    }

    /** Its next snapshot is read while a request still uses the one before. */
    @Test
    void oneProjectAloneAlwaysFits() {
        int reading = HeapShare.PROJECT.hundredths() + HeapShare.TEXT.hundredths();
        assertThat(HeapShare.READING.hundredths()).isGreaterThanOrEqualTo(reading);
        assertThat(HeapShare.CONTENT.hundredths()).isGreaterThanOrEqualTo(HeapShare.READING.hundredths());
        assertThat(HeapShare.CONTENT.hundredths()).isGreaterThan(2 * HeapShare.PROJECT.hundredths());
        assertThat(HeapShare.CONTENT.ownHundredths())
                .isGreaterThanOrEqualTo(HeapShare.CACHED.hundredths() + HeapShare.LATELY.hundredths());
    }

    @Test
    void anAnswerAlwaysHasRoomForTwoVersionsOfATextAndFitsInOneReading() {
        assertThat(HeapShare.ANSWER.hundredths())
                .isGreaterThanOrEqualTo(2 * HeapShare.TEXT.hundredths())
                .isLessThanOrEqualTo(HeapShare.READING.hundredths());
    }

    @Test
    void securityNamesEachShareWithItsHundredths() throws IOException {
        Map<String, Integer> named = Pattern.compile("`([A-Z]+)`\\s([0-9]+)")
                .matcher(Files.readString(Path.of("SECURITY.md")))
                .results()
                .collect(Collectors.toMap(share -> share.group(1), share -> Integer.valueOf(share.group(2))));
        assertThat(named)
                .isEqualTo(Arrays.stream(HeapShare.values())
                        .collect(Collectors.toMap(HeapShare::name, HeapShare::hundredths)));
    }

    @Test
    void noBoundIsDerivedFromTheHeapElsewhere() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            List<String> found = files.filter(file -> file.toString().endsWith(".java"))
                    .filter(HeapShareTest::asksForTheHeap)
                    .map(file -> file.getFileName().toString())
                    .toList();
            assertThat(found).containsExactly("HeapShare.java");
        }
    }

    private static boolean asksForTheHeap(Path file) {
        try {
            String text = Files.readString(file);
            return text.contains("maxMemory()") || text.contains("getHeapMemoryUsage().getMax()");
        } catch (IOException failed) {
            throw new java.io.UncheckedIOException(failed);
        }
    }

    private static int sum(HeapShare.Kind kind) {
        return Arrays.stream(HeapShare.values())
                .filter(share -> share.kind() == kind)
                .mapToInt(HeapShare::hundredths)
                .sum();
    }

    private static Stream<HeapShare> parts() {
        return Arrays.stream(HeapShare.values()).filter(share -> share.kind() == HeapShare.Kind.OF_WORK);
    }
}
