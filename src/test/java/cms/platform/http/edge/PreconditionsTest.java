package cms.platform.http.edge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class PreconditionsTest {
    @Test
    void tagsOfAllHeadersAreReadWithoutTheirQuotes() {
        assertThat(Preconditions.ifMatch(List.of("\"a\", \"b\"", "c")))
                .hasValueSatisfying(tags -> assertThat(tags).containsExactlyInAnyOrder("a", "b", "c"));
    }

    @Test
    void aWeakTagEqualsNoStrongOne() {
        assertThat(Preconditions.ifMatch(List.of("W/\"a\"")))
                .hasValueSatisfying(tags -> assertThat(tags).doesNotContain("a"));
    }

    @Test
    void aBlankHeaderExpectsWhatNothingIs() {
        assertThat(Preconditions.ifMatch(List.of())).isEmpty();
        assertThat(Preconditions.ifMatch(List.of("", "\"\"")))
                .hasValueSatisfying(tags -> assertThat(tags).isEmpty());
    }
}
