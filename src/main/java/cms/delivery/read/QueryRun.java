package cms.delivery.read;

import cms.platform.compute.Cancellation;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Answers one {@link DeliveryQuery} from one release. */
final class QueryRun {
    /** Evaluations of one condition on one row that count as one read of a key; some milliseconds of work. */
    private static final int CONDITIONS_OF_A_READ = 25_000;

    /** Bytes of the entries of a page, and of those that it includes: an answer waits in memory for its client. */
    private static final long BYTES_MAX = 8L << 20;

    /** Bytes of what is chosen of one entry; as many as a file of content may have. */
    private static final long ENTRY_BYTES_MAX = 64L << 20;

    private final Tables.Of tables;
    private final DeliveryQuery query;
    private final IntConsumer cost;
    private final RowOrder order;
    private final long bytesMax;

    /** @param cost called with the number of further reads of the key that it counts as: rows times conditions */
    QueryRun(Tables.Of tables, DeliveryQuery query, IntConsumer cost) {
        this(tables, query, cost, BYTES_MAX);
    }

    QueryRun(Tables.Of tables, DeliveryQuery query, IntConsumer cost, long bytesMax) {
        this.bytesMax = bytesMax;
        this.tables = tables;
        this.query = query;
        this.cost = cost;
        this.order = new RowOrder(query.orders());
    }

    /** @param more whether rows follow */
    private record Found(List<ResultRow> rows, int total, boolean more) {}

    /** {@code { items: [{ id, locale, data }], total, nextCursor, included }}. */
    ObjectNode json() {
        if (query.locales().stream().noneMatch(locale -> tables.isDelivered(query.model(), locale))) {
            throw Failure.notFound("Nothing is delivered of this model in this locale.");
        }
        // Before anything is sorted: a query for a missing field should cost as little as possible.
        new KnownNames(tables, query).check();
        List<ResultRow> sorted = tables.sorted(query.model(), query.locales(), order);
        Found found = withinBytes(query.filters().isEmpty() ? page(sorted) : filtered(sorted));
        ObjectNode answer = Json.object();
        ArrayNode items = answer.putArray("items");
        found.rows()
                .forEach(row -> items.addObject()
                        .put("id", row.id())
                        .put("locale", row.locale())
                        .set("data", chosen(row.entry())));
        answer.put("total", found.total());
        answer.put(
                "nextCursor",
                found.more()
                        ? RowCursor.at(found.rows().getLast(), query.orders()).text()
                        : null);
        Inclusion inclusion = new Inclusion(tables, query.locales(), bytesMax);
        List<JsonNode> entries = found.rows().stream().map(ResultRow::entry).toList();
        for (List<String> path : query.includes()) {
            inclusion.follow(query.model(), entries, path);
        }
        answer.set("included", inclusion.json());
        return answer;
    }

    /** The rows of a page. Without filters its first row is found by its index, without a search. */
    private Found page(List<ResultRow> sorted) {
        int from = from(sorted);
        int end = (int) Math.min(sorted.size(), (long) from + query.limit());
        return new Found(sorted.subList(from, end), sorted.size(), end < sorted.size());
    }

    private Found filtered(List<ResultRow> sorted) {
        cost.accept(Math.toIntExact((long) sorted.size() * query.filters().size() / CONDITIONS_OF_A_READ));
        Cancellation cancellation = Cancellation.current();
        int from = from(sorted);
        List<ResultRow> page = new ArrayList<>();
        int total = 0;
        boolean more = false;
        for (int place = 0; place < sorted.size(); place++) {
            ResultRow row = sorted.get(place);
            cancellation.pause();
            if (query.filters().stream().allMatch(filter -> filter.holds(row.entry()))) {
                total++;
                if (place >= from && page.size() < query.limit()) {
                    page.add(row);
                } else {
                    more |= place >= from;
                }
            }
        }
        return new Found(page, total, more);
    }

    /** The page up to the entry that has no room in an answer any more; its first entry always has. */
    private Found withinBytes(Found page) {
        if (tables.bytes() * Math.max(1, query.fields().size()) <= bytesMax) {
            return page;
        }
        Cancellation cancellation = Cancellation.current();
        long left = bytesMax;
        for (int at = 0; at < page.rows().size(); at++) {
            cancellation.pause();
            left -= bytes(page.rows().get(at).entry());
            if (left < 0 && at > 0) {
                return new Found(page.rows().subList(0, at), page.total(), true);
            }
        }
        return page;
    }

    /** Bytes of what is chosen of an entry: of a field and of fields within it, each. */
    private long bytes(JsonNode entry) {
        if (query.fields().isEmpty()) {
            return Json.bytes(entry).length;
        }
        long bytes = 0;
        for (String field : query.fields()) {
            bytes += Json.bytes(DeliveredEntries.member(entry, field)).length;
            if (bytes > ENTRY_BYTES_MAX) {
                throw Failure.unprocessable("The `fields` that are chosen of one entry take more than "
                        + (ENTRY_BYTES_MAX >> 20) + " MiB; choose fewer.");
            }
        }
        return bytes;
    }

    private int from(List<ResultRow> sorted) {
        RowCursor cursor = query.cursor();
        if (cursor == null) {
            return 0;
        }
        if (cursor.keys().size() != query.orders().size()) {
            throw Failure.invalid("`cursor` belongs to another `sort`; begin without it.");
        }
        if (cursor.isCut()) {
            for (int place = 0; place < sorted.size(); place++) {
                if (cursor.isAt(sorted.get(place))) {
                    return place + 1;
                }
            }
        }
        return order.upTo(sorted, cursor.keys(), cursor.id());
    }

    private @Nullable JsonNode chosen(JsonNode entry) {
        if (query.fields().isEmpty()) {
            return entry;
        }
        ObjectNode chosen = Json.object();
        for (String field : query.fields()) {
            JsonNode value = DeliveredEntries.member(entry, field);
            if (!value.isMissingNode()) {
                chosen.set(field, value);
            }
        }
        return chosen;
    }
}
