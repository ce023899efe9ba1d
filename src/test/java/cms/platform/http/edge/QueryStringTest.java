package cms.platform.http.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.platform.failure.Failure;
import java.util.List;
import org.junit.jupiter.api.Test;

final class QueryStringTest {
    private static final KnownQueries KNOWN = KnownQueries.of("/api/list{?page,limit,empty,other}");

    @Test
    void aNumberWithinItsBoundsIsTakenAndAnAbsentOneIsTheDefault() {
        QueryString query = QueryString.of("page=1&limit=100&empty=", KNOWN);
        assertThat(query.number("page", 7, 100)).isEqualTo(1);
        assertThat(query.number("limit", 7, 100)).isEqualTo(100);
        assertThat(query.number("empty", 7, 100)).isEqualTo(7);
        assertThat(query.clamped("other", 7, 100)).isEqualTo(7);
    }

    @Test
    void aNumberOutOfItsBoundsIsRefusedOrBroughtIntoThem() {
        for (String sent : List.of("0", "-1", "101", "99999999999999999999")) {
            QueryString query = QueryString.of("limit=" + sent, KNOWN);
            assertThatThrownBy(() -> query.number("limit", 7, 100))
                    .isInstanceOf(Failure.class)
                    .hasMessageContaining("`limit` must be a whole number from 1 to 100.");
            assertThat(query.clamped("limit", 7, 100)).isEqualTo(sent.matches("0|-1") ? 1 : 100);
        }
    }

    @Test
    void whatIsNoWholeNumberIsRefusedInBothWays() {
        for (String sent : List.of("x", "1.5", "1e3", "%2B1", "9".repeat(41))) {
            QueryString query = QueryString.of("limit=" + sent, KNOWN);
            assertThatThrownBy(() -> query.number("limit", 7, 100)).isInstanceOf(Failure.class);
            assertThatThrownBy(() -> query.clamped("limit", 7, 100)).isInstanceOf(Failure.class);
        }
    }

    @Test
    void whatIsNotStatedIsRefusedUnlessOthersAreTakenBesides() {
        assertThatThrownBy(() -> QueryString.of("page=1&pgae=2", KNOWN).check())
                .isInstanceOf(Failure.class)
                .hasMessage("There is no query parameter `pgae` here; there are page, limit, empty, other.");
        assertThatThrownBy(
                        () -> QueryString.of("x", KnownQueries.of("/api/none")).check())
                .isInstanceOf(Failure.class)
                .hasMessage("There is no query parameter `x` here; there are none.");
        QueryString file = QueryString.of("v=2&x=1", KnownQueries.of("/file{?v,others*}"));
        file.check();
        assertThat(file.one("v")).contains("2");
        assertThatThrownBy(file::checkAll).isInstanceOf(Failure.class);
    }

    /** A route that reads more than it states would find nothing: who sends it is refused. */
    @Test
    void whatIsNotStatedCannotBeRead() {
        QueryString query = QueryString.of("at=main", KNOWN);
        assertThatThrownBy(() -> query.one("at")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> query.names("at")).isInstanceOf(IllegalArgumentException.class);
    }
}
