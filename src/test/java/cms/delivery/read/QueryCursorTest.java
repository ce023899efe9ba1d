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
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Pages of two rows by title, of which the last row changes before the next page is read. Shown to fail where a title
 * of a line is cut, where a place is where the row is now, and where a cut title is behind those that begin so.
 */
class QueryCursorTest {
    /** Characters that all titles have in common: as many as a title may well have, and too many for an address. */
    private static final int LINE = 200;

    private static final int LONG = 20_000;

    private final Tables tables = new Tables();
    private final Map<String, String> titles = new TreeMap<>();

    @ParameterizedTest
    @ValueSource(ints = {0, LINE, LONG})
    void whatDoesNotChangeIsReadOnce(int common) {
        fill(common);
        assertThat(rest(false, null)).containsExactly("a", "b", "c", "d", "e");
        assertThat(rest(true, null)).containsExactly("e", "d", "c", "b", "a");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, LINE})
    void aPageGoesOnAtThePlaceOfARowThatHasMovedOrGone(int common) {
        fill(common);
        String cursor = cursor(false);
        titles.put("b", "z");
        assertThat(rest(false, cursor)).containsExactly("c", "d", "e", "b");
        titles.remove("b");
        assertThat(rest(false, cursor)).containsExactly("c", "d", "e");

        fill(common);
        cursor = cursor(true);
        titles.put("d", " ");
        assertThat(rest(true, cursor)).containsExactly("c", "b", "a", "d");
        titles.remove("d");
        assertThat(rest(true, cursor)).containsExactly("c", "b", "a");
    }

    /** Where the place cannot be told any more, rows are read twice rather than not at all. */
    @Test
    void aCursorOfTitlesThatAreTooLongSkipsNoRow() {
        fill(LONG);
        String cursor = cursor(false);
        titles.put("b", "z");
        assertThat(rest(false, cursor)).contains("c", "d", "e", "b");

        fill(LONG);
        cursor = cursor(true);
        titles.remove("d");
        assertThat(rest(true, cursor)).contains("c", "b", "a");
    }

    private void fill(int common) {
        List.of("a", "b", "c", "d", "e").forEach(id -> titles.put(id, "o".repeat(common) + id));
    }

    /** The cursor of the first page. */
    private String cursor(boolean descending) {
        String cursor = page(descending, null).get("nextCursor").asString();
        assertThat(cursor.length()).isLessThanOrEqualTo(2_000);
        return cursor;
    }

    /** The ids of all pages from a cursor on. */
    private List<String> rest(boolean descending, @Nullable String from) {
        List<String> read = new ArrayList<>();
        String cursor = from;
        do {
            JsonNode page = page(descending, cursor);
            page.get("items").forEach(item -> read.add(item.get("id").asString()));
            cursor = page.get("nextCursor").asString(null);
        } while (cursor != null);
        return read;
    }

    private JsonNode page(boolean descending, @Nullable String cursor) {
        DeliveryQuery query = new DeliveryQuery(
                "post",
                List.of("en"),
                List.of(),
                List.of(new DeliveryQuery.Order("title", descending)),
                List.of(),
                2,
                cursor == null ? null : RowCursor.parse(cursor),
                List.of());
        return tables.asked("w", release(), asked -> new QueryRun(asked, query, cost -> {}).json());
    }

    private Release release() {
        ObjectNode rows = Json.object();
        titles.forEach((id, title) -> rows.putObject(id).put("title", title));
        Map<String, Entity> files = Map.of(
                "models/post.json",
                file("{\"id\":\"post\",\"kind\":\"collection\",\"fields\":{\"title\":{\"type\":\"string\"}}}"),
                "content/post/data.json",
                file(Json.text(rows)));
        return new Release("b", "main", "c", Instant.EPOCH, Optional.empty(), files, Map.of(), Set.of());
    }

    private static Entity file(String text) {
        return new Entity(DeliveredBytes.of(text.getBytes(StandardCharsets.UTF_8)), PackPosition.NOWHERE);
    }
}
