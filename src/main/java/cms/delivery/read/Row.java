package cms.delivery.read;

import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * One entry in the order of a query.
 *
 * @param locale the first of the wanted ones that has the entry
 * @param keys what it is sorted by, JSON null where the entry has nothing
 */
record Row(String id, String locale, JsonNode entry, List<JsonNode> keys) {}
