package cms.delivery.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.delivery.serve.Entity;
import cms.delivery.serve.Release;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.heap.SharedRoom;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What is kept of delivered files is weighed by what it takes of the heap. Shown to fail where it is weighed by its
 * text.
 */
class TablesTest {
    private static final String ADA = "ada";
    private static final int FILES = 12;
    private static final int LISTS = 20_000;

    @Test
    void filesOfManySmallValuesAreKeptWithinTheirBytes() {
        Map<String, Entity> files = new HashMap<>();
        for (int file = 0; file < FILES; file++) {
            files.put("models/m" + file + ".json", entity("{\"kind\":\"collection\"}" + " ".repeat(file)));
            files.put("content/m" + file + "/en.json", entity("{\"id" + file + "\":[" + "[],".repeat(LISTS) + "0]}"));
        }
        Tables tables = tables(8L << 20);
        for (int file = 0; file < FILES; file++) {
            String model = "m" + file;
            DeliveredEntries rows = tables.asked(
                    ADA, release(files), asked -> asked.rows(model, "en").orElseThrow());
            assertThat(rows.byId()).containsOnlyKeys("id" + file);
        }
        assertThat(tables.cachedFiles() - FILES)
                .as("files of 2 MB each, beside the models")
                .isLessThanOrEqualTo(3);
    }

    @Test
    void aFileThatBecomesTooMuchIsNotAskedAbout() {
        Release release = release(Map.of(
                "models/m.json", entity("{\"kind\":\"collection\"}"),
                "content/m/en.json", entity("{\"id\":[" + "0,".repeat(2_000_000) + "0]}")));
        assertThatThrownBy(() -> new Tables().asked(ADA, release, asked -> asked.rows("m", "en")))
                .isInstanceOfSatisfying(
                        Failure.class, refused -> assertThat(refused.kind()).isEqualTo(FailureKind.UNPROCESSABLE))
                .hasMessageContaining("more than 2,000,000 values");
    }

    /** Each file is well within what one may become. Shown to fail without the sum: all of them were held. */
    @Test
    void filesThatTogetherBecomeTooMuchAreNotAskedAboutInOneQuery() {
        Tables tables = tables(4L << 20);
        assertThatThrownBy(() -> tables.asked(ADA, locales(), asked -> {
                    assertThat(isOpened(asked, "l0", "l1", "l2")).isTrue();
                    return asked.rows("m", "l3");
                }))
                .isInstanceOfSatisfying(
                        Failure.class, refused -> assertThat(refused.kind()).isEqualTo(FailureKind.UNPROCESSABLE))
                .hasMessageContaining("more than 8 MB of memory together")
                .hasMessageContaining("fallback");
        assertThat(tables.<Boolean>asked(ADA, locales(), asked -> isOpened(asked, "l3")))
                .isTrue();
    }

    /**
     * One that lets others compute holds its files meanwhile. Fails where each has its own bound: nine of them held
     * more than the heap.
     */
    @Test
    void queriesThatRunAtTheSameTimeTakeNoMoreTogetherThanOne() {
        Tables tables = tables(4L << 20);
        tables.<Boolean>asked(ADA, locales(), one -> {
            assertThat(isOpened(one, "l0", "l1")).isTrue();
            assertThat(tables.<Boolean>asked("bo", locales(), other -> isOpened(other, "l2")))
                    .isTrue();
            assertThatThrownBy(() -> tables.asked("bo", locales(), other -> isOpened(other, "l2", "l3")))
                    .isInstanceOfSatisfying(
                            Failure.class, refused -> assertThat(refused.kind()).isEqualTo(FailureKind.UNAVAILABLE));
            return true;
        });
        assertThat(tables.<Boolean>asked("bo", locales(), other -> isOpened(other, "l2", "l3")))
                .isTrue();
    }

    /** A row of an entry that is one number takes more than the entry. Fails where only files count. */
    @Test
    void rowsCountBesideTheirFiles() {
        StringBuilder numbers = new StringBuilder("{");
        for (int entry = 0; entry < LISTS; entry++) {
            numbers.append("\"").append(entry).append("\":0,");
        }
        Release release = release(Map.of(
                "models/m.json", entity("{\"kind\":\"collection\"}"),
                "content/m/en.json", entity(numbers + "\"last\":0}")));
        Tables tables = tables(2L << 20);
        assertThat(tables.<Boolean>asked(ADA, release, asked -> isOpened(asked, "en")))
                .isTrue();
        RowOrder order = new RowOrder(List.of());
        assertThatThrownBy(() -> tables.asked(ADA, release, asked -> asked.sorted("m", List.of("en"), order)))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("more than 4 MB of memory together");
    }

    /** Shown to fail where it counts for each locale: a usual list of `fallback` was refused. */
    @Test
    void aFileThatIsTheSameInEachLocaleCountsOnce() {
        Release release = release(Map.of(
                "models/m.json", entity("{\"kind\":\"collection\"}"),
                "content/m/data.json", entity("{\"id\":[" + "[],".repeat(LISTS) + "0]}")));
        String[] locales = IntStream.range(0, FILES).mapToObj(at -> "l" + at).toArray(String[]::new);
        assertThat(tables(4L << 20).<Boolean>asked(ADA, release, asked -> isOpened(asked, locales)))
                .isTrue();
    }

    /** One query finds room for twice as many bytes as the cache has for files, and none waits. */
    private static Tables tables(long bytesMax) {
        return new Tables(bytesMax, new SharedRoom(2 * bytesMax / 4 * 5, Duration.ZERO));
    }

    private static boolean isOpened(Tables.Of asked, String... locales) {
        return Stream.of(locales).allMatch(locale -> asked.rows("m", locale).isPresent());
    }

    /** Each file is 2 MB of the heap. */
    private static Release locales() {
        Map<String, Entity> files = new HashMap<>();
        files.put("models/m.json", entity("{\"kind\":\"collection\"}"));
        for (int locale = 0; locale < FILES; locale++) {
            files.put(
                    "content/m/l" + locale + ".json", entity("{\"id" + locale + "\":[" + "[],".repeat(LISTS) + "0]}"));
        }
        return release(files);
    }

    private static Entity entity(String text) {
        return Entity.computed(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Release release(Map<String, Entity> files) {
        return new Release("b", "main", "0".repeat(40), Instant.EPOCH, Optional.empty(), files, Map.of(), Set.of());
    }
}
