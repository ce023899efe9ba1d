package cms.delivery.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.delivery.build.DeliveredBytes;
import cms.delivery.serve.Entity;
import cms.delivery.serve.PackPosition;
import cms.delivery.serve.Release;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Shown to fail where the number of entries alone bounds an answer: 500 and 2,000 of any length are held in memory. */
class QueryPagesTest {
    private static final int BYTES_MAX = 10_000;
    private static final String TEXT = "x".repeat(1_000);

    private final Tables tables = new Tables();
    private final Release release = release(Json.object());

    @Test
    void aPageEndsBeforeItsLimitWhereItsEntriesAreLong() {
        List<String> read = new ArrayList<>();
        String cursor = null;
        do {
            JsonNode page = page(List.of(), 40, cursor, List.of());
            assertThat(page.get("items").size()).isBetween(1, 9);
            assertThat(page.get("total").asInt()).isEqualTo(40);
            page.get("items").forEach(item -> read.add(item.get("id").asString()));
            cursor = page.get("nextCursor").asString(null);
        } while (cursor != null);
        assertThat(read)
                .isEqualTo(IntStream.range(0, 40).mapToObj(QueryPagesTest::id).toList());
    }

    @Test
    void whatIsNotChosenTakesNoRoomAndWhatIsChosenTwiceTakesItTwice() {
        assertThat(page(List.of("short"), 40, null, List.of()).get("items").size())
                .isEqualTo(40);
        int once = page(List.of("long"), 40, null, List.of()).get("items").size();
        int twice = page(List.of("long", "long.text"), 40, null, List.of())
                .get("items")
                .size();
        assertThat(once).isGreaterThan(twice);
    }

    @Test
    void anEntryThatIsLongerThanAPageComesAlone() {
        ObjectNode first = Json.object();
        first.putObject(id(0)).put("long", "x".repeat(2 * BYTES_MAX));
        first.putObject(id(1)).put("long", "short");
        JsonNode page = answer(release(first), query(List.of(), 40, null, List.of()));
        assertThat(page.get("items").size()).isEqualTo(1);
        assertThat(page.get("nextCursor").asString(null)).isNotNull();
    }

    @Test
    void includedEntriesEndAsWell() {
        JsonNode page = page(List.of("short"), 40, null, List.of(List.of("also")));
        assertThat(page.get("items").size()).isEqualTo(40);
        assertThat(page.at("/included/post").size()).isBetween(1, 10);
    }

    @Test
    void fieldsWithinFieldsDoNotMultiplyOneLongEntry() {
        ObjectNode nested = Json.object();
        JsonNode inner = Json.object().put("a", "x".repeat(8 << 20));
        List<String> fields = new ArrayList<>(List.of("a"));
        for (int depth = 1; depth < 10; depth++) {
            inner = Json.object().set("a", inner);
            fields.add(String.join(".", Collections.nCopies(depth + 1, "a")));
        }
        nested.set(id(0), inner);
        assertThatThrownBy(() -> answer(release(nested), query(fields, 40, null, List.of())))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("choose fewer");
    }

    private JsonNode page(List<String> fields, int limit, @Nullable String cursor, List<List<String>> includes) {
        return answer(release, query(fields, limit, cursor, includes));
    }

    private JsonNode answer(Release release, DeliveryQuery query) {
        return tables.asked("w", release, asked -> new QueryRun(asked, query, cost -> {}, BYTES_MAX).json());
    }

    private static DeliveryQuery query(
            List<String> fields, int limit, @Nullable String cursor, List<List<String>> includes) {
        return new DeliveryQuery(
                "post",
                List.of("en"),
                List.of(),
                List.of(),
                fields,
                limit,
                cursor == null ? null : RowCursor.parse(cursor),
                includes);
    }

    private static String id(int number) {
        return "%012x".formatted(number);
    }

    /** @param rows of the collection; where there are none, forty that name each other */
    private static Release release(ObjectNode rows) {
        ObjectNode all = rows.isEmpty() ? forty() : rows;
        Map<String, Entity> files = Map.of(
                "models/post.json",
                file("{\"id\":\"post\",\"kind\":\"collection\",\"fields\":{\"short\":{\"type\":\"string\"},"
                        + "\"long\":{\"type\":\"object\"},\"a\":{\"type\":\"object\"},"
                        + "\"also\":{\"type\":\"relations\",\"model\":\"post\"}}}"),
                "content/post/data.json",
                file(Json.text(all)));
        return new Release("b", "main", "c", Instant.EPOCH, Optional.empty(), files, Map.of(), Set.of());
    }

    private static ObjectNode forty() {
        ObjectNode rows = Json.object();
        for (int number = 0; number < 40; number++) {
            ObjectNode row = rows.putObject(id(number)).put("short", "s");
            row.putObject("long").put("text", TEXT);
            row.putArray("also").add(id((number + 1) % 40));
        }
        return rows;
    }

    private static Entity file(String text) {
        return new Entity(DeliveredBytes.of(text.getBytes(StandardCharsets.UTF_8)), PackPosition.NOWHERE);
    }
}
