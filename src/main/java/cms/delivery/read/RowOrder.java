package cms.delivery.read;

import cms.platform.json.Json;
import java.util.Comparator;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The order of a query: by its fields, then by id, so that no two rows are equal. */
record RowOrder(List<DeliveryQuery.Order> fields) implements Comparator<ResultRow> {
    /** A row of this order. */
    ResultRow row(String id, String locale, JsonNode entry) {
        List<JsonNode> keys = fields.stream()
                .map(order -> DeliveredEntries.member(entry, order.field()))
                .map(value -> value.isMissingNode() ? Json.object().nullNode() : value)
                .toList();
        return new ResultRow(id, locale, entry, keys);
    }

    @Override
    public int compare(ResultRow one, ResultRow other) {
        return compare(one, other.keys(), other.id());
    }

    /** A row against a place between rows. */
    int compare(ResultRow one, List<JsonNode> otherKeys, String otherId) {
        for (int at = 0; at < fields.size(); at++) {
            int difference = compare(one.keys().get(at), otherKeys.get(at));
            if (difference != 0) {
                return fields.get(at).descending() ? -difference : difference;
            }
        }
        return one.id().compareTo(otherId);
    }

    /** How many of the sorted rows are at or before a place. */
    int upTo(List<ResultRow> sorted, List<JsonNode> keys, String id) {
        int low = 0;
        int high = sorted.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (compare(sorted.get(middle), keys, id) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Absent values first, then numbers by value, then everything else by its text as {@link TextOrder} has it. */
    private static int compare(JsonNode one, JsonNode other) {
        if (one.isNumber() && other.isNumber()) {
            return one.decimalValue().compareTo(other.decimalValue());
        }
        int difference = Integer.compare(rank(one), rank(other));
        return difference != 0 ? difference : TextOrder.compare(one.asString(""), other.asString(""));
    }

    private static int rank(JsonNode value) {
        return value.isNull() ? 0 : value.isNumber() ? 1 : 2;
    }
}
