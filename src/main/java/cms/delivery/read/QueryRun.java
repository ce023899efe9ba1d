package cms.delivery.read;

import cms.platform.failure.Failure;
import cms.platform.json.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Answers one {@link Query} from one release. */
final class QueryRun {
    private final Tables.Of tables;
    private final Query query;

    QueryRun(Tables.Of tables, Query query) {
        this.tables = tables;
        this.query = query;
    }

    private record Row(String id, String locale, JsonNode entry) {}

    /** {@code { items: [{ id, locale, data }], total, nextCursor, included }}. */
    ObjectNode json() {
        List<Row> rows = rows();
        Comparator<Row> order = order();
        rows.sort(order);
        List<Row> page = new ArrayList<>();
        boolean more = false;
        for (Row row : rows) {
            if (isBehindCursor(row)) {
                more = page.size() == query.limit();
                if (more) {
                    break;
                }
                page.add(row);
            }
        }
        ObjectNode answer = Json.object();
        ArrayNode items = answer.putArray("items");
        page.forEach(row -> items.addObject()
                .put("id", row.id())
                .put("locale", row.locale())
                .set("data", chosen(row.entry())));
        answer.put("total", rows.size());
        answer.put(
                "nextCursor",
                more ? new Cursor(keys(page.getLast()), page.getLast().id()).text() : null);
        Inclusion inclusion = new Inclusion(tables, query.locales());
        for (List<String> path : query.includes()) {
            inclusion.follow(query.model(), page.stream().map(Row::entry).toList(), path);
        }
        answer.set("included", inclusion.json());
        return answer;
    }

    /** Every entry in the first locale that has it, as far as the filters hold. */
    private List<Row> rows() {
        Map<String, Row> found = new LinkedHashMap<>();
        boolean any = false;
        for (String locale : query.locales()) {
            var rows = tables.rows(query.model(), locale);
            any |= rows.isPresent();
            rows.ifPresent(table ->
                    table.byId().forEach((id, entry) -> found.putIfAbsent(id, new Row(id, locale, entry))));
        }
        if (!any) {
            throw Failure.notFound("Nothing is delivered of this model in this locale.");
        }
        return new ArrayList<>(found.values().stream()
                .filter(row -> query.filters().stream().allMatch(filter -> filter.holds(row.entry())))
                .toList());
    }

    private Comparator<Row> order() {
        return (one, other) -> compare(keys(one), one.id(), keys(other), other.id());
    }

    private List<JsonNode> keys(Row row) {
        return query.orders().stream()
                .map(order -> Rows.member(row.entry(), order.field()))
                .map(value -> value.isMissingNode() ? Json.object().nullNode() : value)
                .toList();
    }

    private boolean isBehindCursor(Row row) {
        Cursor cursor = query.cursor();
        if (cursor == null) {
            return true;
        }
        if (cursor.keys().size() != query.orders().size()) {
            throw Failure.invalid("`cursor` belongs to another `sort`; begin without it.");
        }
        return compare(keys(row), row.id(), cursor.keys(), cursor.id()) > 0;
    }

    private int compare(List<JsonNode> keys, String id, List<JsonNode> otherKeys, String otherId) {
        for (int at = 0; at < keys.size(); at++) {
            int difference = compare(keys.get(at), otherKeys.get(at));
            if (difference != 0) {
                return query.orders().get(at).descending() ? -difference : difference;
            }
        }
        return id.compareTo(otherId);
    }

    /** Absent values first, then numbers by value, then everything else by its text. */
    private static int compare(JsonNode one, JsonNode other) {
        if (one.isNumber() && other.isNumber()) {
            return one.decimalValue().compareTo(other.decimalValue());
        }
        int difference = Integer.compare(rank(one), rank(other));
        return difference != 0 ? difference : one.asString("").compareTo(other.asString(""));
    }

    private static int rank(JsonNode value) {
        return value.isNull() ? 0 : value.isNumber() ? 1 : 2;
    }

    private @Nullable JsonNode chosen(JsonNode entry) {
        if (query.fields().isEmpty()) {
            return entry;
        }
        ObjectNode chosen = Json.object();
        for (String field : query.fields()) {
            JsonNode value = Rows.member(entry, field);
            if (!value.isMissingNode()) {
                chosen.set(field, value);
            }
        }
        return chosen;
    }
}
