package cms.delivery.read;

import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * One entry in the order of a query.
 *
 * @param locale the first of the wanted ones that has the entry
 * @param keys the sort keys, JSON null where the entry has no value
 */
record ResultRow(String id, String locale, JsonNode entry, List<JsonNode> keys) {}
