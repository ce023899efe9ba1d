package cms.platform.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestNameTest {
    @ParameterizedTest
    @CsvSource(
            value = {
                "titel, title",
                "tilte, title",
                "ttle, title",
                "tittle, title",
                "reading_minutes_of, reading_minutes",
                "raeding_mintues, reading_minutes",
                "minutes_reading, ''",
                "reading_minutes_all, reading_minutes",
                "reading_minutes_alls, ''",
                "xx_reading_minutes, reading_minutes",
                "tags_, tags",
                "tabs, tags",
                "cat, ''",
                "bolt, bold"
            })
    void theNameWithTheFewestEditsIsMeantAndOfSeveralTheFirst(String wrong, String meant) {
        List<String> known = List.of("title", "tags", "reading_minutes", "body", "bolts", "bold");

        assertThat(NearestName.of(wrong, known).orElse("")).isEqualTo(meant);
    }
}
