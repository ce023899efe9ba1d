package cms.platform.http.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.platform.failure.Failure;
import java.util.List;
import org.junit.jupiter.api.Test;

final class QueryStringTest {
    @Test
    void aNumberWithinItsBoundsIsTakenAndAnAbsentOneIsTheDefault() {
        QueryString query = QueryString.of("page=1&limit=100&empty=");
        assertThat(query.number("page", 7, 100)).isEqualTo(1);
        assertThat(query.number("limit", 7, 100)).isEqualTo(100);
        assertThat(query.number("empty", 7, 100)).isEqualTo(7);
        assertThat(query.clamped("other", 7, 100)).isEqualTo(7);
    }

    @Test
    void aNumberOutOfItsBoundsIsRefusedOrBroughtIntoThem() {
        for (String sent : List.of("0", "-1", "101", "99999999999999999999")) {
            QueryString query = QueryString.of("limit=" + sent);
            assertThatThrownBy(() -> query.number("limit", 7, 100))
                    .isInstanceOf(Failure.class)
                    .hasMessageContaining("`limit` must be a whole number from 1 to 100.");
            assertThat(query.clamped("limit", 7, 100)).isEqualTo(sent.matches("0|-1") ? 1 : 100);
        }
    }

    @Test
    void whatIsNoWholeNumberIsRefusedInBothWays() {
        for (String sent : List.of("x", "1.5", "1e3", "%2B1", "9".repeat(41))) {
            QueryString query = QueryString.of("limit=" + sent);
            assertThatThrownBy(() -> query.number("limit", 7, 100)).isInstanceOf(Failure.class);
            assertThatThrownBy(() -> query.clamped("limit", 7, 100)).isInstanceOf(Failure.class);
        }
    }
}
