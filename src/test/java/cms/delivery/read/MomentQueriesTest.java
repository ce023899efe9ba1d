package cms.delivery.read;

import static org.assertj.core.api.Assertions.assertThat;

import cms.delivery.build.DeliveredBytes;
import cms.delivery.serve.Entity;
import cms.delivery.serve.PackPosition;
import cms.delivery.serve.Release;
import cms.platform.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Queries about moments that several writers have written differently. Shown to fail where texts are compared. */
class MomentQueriesTest {
    private static final Map<String, String> STARTS = Map.of(
            "a", "2026-02-28T12:30:00+02:00",
            "b", "2026-02-28T10:30:00.000Z",
            "c", "2026-02-28T11:00Z",
            "d", "2026-02-28T11:00:30Z",
            "e", "2026-02-28T07:00:45-0430",
            "f", "2026-02-28T12:30");

    private final Tables tables = new Tables();
    private final Release release = release();

    @ParameterizedTest
    @CsvSource({
        "starts:gte:2026-02-28T11:00:00Z, c d e f",
        "starts:gt:2026-02-28T11:00:00.000Z, d e f",
        "starts:lt:2026-02-28T11:00:00Z, a b",
        "starts:lte:2026-02-28T12:00+01:00, a b c",
        "starts:eq:2026-02-28T10:30:00Z, a b",
        "starts:ne:2026-02-28T10:30:00Z, c d e f",
        "'starts:in:2026-02-28T10:30Z,2026-02-28T11:30:45Z', a b e",
        "starts:gte:2026-02-28, a b c d e f",
        "starts:contains:+02, a",
        "starts:lt:2026-99-99T11:00:00Z, a b c d e f",
    })
    void aFilterComparesMoments(String filter, String ids) {
        assertThat(ids(List.of(Filter.parse(filter)), false)).isEqualTo(List.of(ids.split(" ")));
    }

    @Test
    void equalMomentsAreInTheOrderOfTheirIdsAndPagesGoOnBehindThem() {
        assertThat(ids(List.of(), false)).containsExactly("a", "b", "c", "d", "e", "f");
        assertThat(ids(List.of(), true)).containsExactly("f", "e", "d", "c", "a", "b");
    }

    @Test
    void theOrderOfMomentsAndOtherTextsHasNoCircle() {
        List<String> texts = new ArrayList<>(Stream.concat(
                        STARTS.values().stream(),
                        Stream.of(
                                "",
                                "2026-02-28",
                                "2026-02-28T",
                                "2026-02-28T12:31",
                                "2026-02-28T11:60Z",
                                "2026-02-30T11:00Z",
                                "2026-02-28T11:00:3xZ",
                                "2026-02-28T10:30:00.00xZ",
                                "2026-02-28T10:30:00.001Z",
                                "0000-01-01T00:00+14:00",
                                "9999-12-31T23:59-14:00",
                                "9999-12-31T23:59:59.999999999Z",
                                ":",
                                "news"))
                .toList());
        for (String one : texts) {
            for (String other : texts) {
                int order = TextOrder.compare(one, other);
                assertThat(Integer.signum(order))
                        .as(one + " " + other)
                        .isEqualTo(Integer.signum(TextOrder.key(one).compareTo(TextOrder.key(other))));
            }
        }
        assertThat(TextOrder.compare("9999-12-31T23:59-14:00", "9999-12-31T23:59Z"))
                .isPositive();
        assertThat(TextOrder.compare("0000-01-01T00:00+14:00", "0000-01-01T00:00Z"))
                .isNegative();
    }

    private List<String> ids(List<Filter> filters, boolean descending) {
        List<String> ids = new ArrayList<>();
        String cursor = null;
        do {
            JsonNode page = page(filters, descending, cursor);
            page.get("items").forEach(item -> ids.add(item.get("id").asString()));
            cursor = page.get("nextCursor").asString(null);
        } while (cursor != null);
        return ids;
    }

    private JsonNode page(List<Filter> filters, boolean descending, @Nullable String cursor) {
        DeliveryQuery query = new DeliveryQuery(
                "event",
                List.of("en"),
                filters,
                List.of(new DeliveryQuery.Order("starts", descending)),
                List.of(),
                1,
                cursor == null ? null : RowCursor.parse(cursor),
                List.of());
        return tables.asked("w", release, asked -> new QueryRun(asked, query, cost -> {}).json());
    }

    private static Release release() {
        ObjectNode rows = Json.object();
        STARTS.forEach((id, starts) -> rows.putObject(id).put("starts", starts));
        Map<String, Entity> files = Map.of(
                "models/event.json",
                file("{\"id\":\"event\",\"kind\":\"collection\",\"fields\":{\"starts\":{\"type\":\"datetime\"}}}"),
                "content/event/data.json",
                file(Json.text(rows)));
        return new Release("b", "main", "c", Instant.EPOCH, Optional.empty(), files, Map.of(), Set.of());
    }

    private static Entity file(String text) {
        return new Entity(DeliveredBytes.of(text.getBytes(StandardCharsets.UTF_8)), PackPosition.NOWHERE);
    }
}
