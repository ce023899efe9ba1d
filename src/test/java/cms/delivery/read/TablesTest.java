package cms.delivery.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.delivery.serve.Entity;
import cms.delivery.serve.Release;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * What is kept of delivered files is weighed by what it takes of the heap. Shown to fail where it is weighed by its
 * text.
 */
class TablesTest {
    private static final int FILES = 12;
    private static final int LISTS = 20_000;

    @Test
    void filesOfManySmallValuesAreKeptWithinTheirBytes() {
        Map<String, Entity> files = new HashMap<>();
        for (int file = 0; file < FILES; file++) {
            files.put("models/m" + file + ".json", entity("{\"kind\":\"collection\"}" + " ".repeat(file)));
            files.put("content/m" + file + "/en.json", entity("{\"id" + file + "\":[" + "[],".repeat(LISTS) + "0]}"));
        }
        Tables tables = new Tables(8L << 20);
        for (int file = 0; file < FILES; file++) {
            Tables.Of asked = tables.of(release(files));
            assertThat(asked.rows("m" + file, "en").orElseThrow().byId()).containsOnlyKeys("id" + file);
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
        assertThatThrownBy(() -> new Tables().of(release).rows("m", "en"))
                .isInstanceOfSatisfying(
                        Failure.class, refused -> assertThat(refused.kind()).isEqualTo(FailureKind.UNPROCESSABLE))
                .hasMessageContaining("more than 2,000,000 values");
    }

    /** Each file is well within what one may become. Shown to fail without the sum: all of them were held. */
    @Test
    void filesThatTogetherBecomeTooMuchAreNotAskedAboutInOneQuery() {
        Map<String, Entity> files = new HashMap<>();
        files.put("models/m.json", entity("{\"kind\":\"collection\"}"));
        for (int locale = 0; locale < FILES; locale++) {
            files.put(
                    "content/m/l" + locale + ".json", entity("{\"id" + locale + "\":[" + "[],".repeat(LISTS) + "0]}"));
        }
        Tables tables = new Tables(4L << 20);
        Tables.Of asked = tables.of(release(files));
        for (int locale = 0; locale < 3; locale++) {
            assertThat(asked.rows("m", "l" + locale)).isPresent();
        }
        assertThatThrownBy(() -> asked.rows("m", "l3"))
                .isInstanceOfSatisfying(
                        Failure.class, refused -> assertThat(refused.kind()).isEqualTo(FailureKind.UNPROCESSABLE))
                .hasMessageContaining("more than 8 MB of memory together")
                .hasMessageContaining("fallback");
        assertThat(tables.of(release(files)).rows("m", "l3")).isPresent();
    }

    /** Shown to fail where it counts for each locale: a usual list of `fallback` was refused. */
    @Test
    void aFileThatIsTheSameInEachLocaleCountsOnce() {
        Map<String, Entity> files = new HashMap<>();
        files.put("models/m.json", entity("{\"kind\":\"collection\"}"));
        files.put("content/m/data.json", entity("{\"id\":[" + "[],".repeat(LISTS) + "0]}"));
        Tables.Of asked = new Tables(4L << 20).of(release(files));
        for (int locale = 0; locale < FILES; locale++) {
            assertThat(asked.rows("m", "l" + locale)).isPresent();
        }
    }

    private static Entity entity(String text) {
        return Entity.computed(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Release release(Map<String, Entity> files) {
        return new Release("b", "main", "0".repeat(40), Instant.EPOCH, Optional.empty(), files, Map.of(), Set.of());
    }
}
