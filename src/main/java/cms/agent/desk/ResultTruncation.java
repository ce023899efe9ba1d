package cms.agent.desk;

import cms.agent.model.AgentLimits;
import cms.agent.model.CleanText;
import cms.platform.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Shortens a result by its structure: items are removed from the end of the largest list, then long texts are cut. */
final class ResultTruncation {
    private ResultTruncation() {}

    /**
     * The same, or a copy of at most {@code bytesMax} bytes with {@code truncated}, {@code returned}, {@code total}.
     */
    static ObjectNode to(ObjectNode value, int bytesMax) {
        if (size(value) <= bytesMax) {
            return value;
        }
        ObjectNode cut = (ObjectNode) shortened(value, AgentLimits.CUT_TEXT_CHARS_MAX);
        cut.put("truncated", true);
        if (size(cut) > bytesMax) {
            drop(cut, bytesMax);
        }
        if (size(cut) > bytesMax) {
            cut = (ObjectNode) shortened(cut, AgentLimits.CUT_SHORT_TEXT_CHARS_MAX);
        }
        if (size(cut) <= bytesMax) {
            return cut;
        }
        return Json.object()
                .put("truncated", true)
                .put("returned", 0)
                .put("suggestion", "The result is too long; ask for less: fields, entryId or limit.");
    }

    private static int size(JsonNode value) {
        return Json.bytes(value).length;
    }

    private static void drop(ObjectNode value, int bytesMax) {
        String largest = "";
        int most = 0;
        for (Map.Entry<String, JsonNode> member : value.properties()) {
            int size = member.getValue().isContainer() ? size(member.getValue()) : 0;
            if (size > most) {
                most = size;
                largest = member.getKey();
            }
        }
        JsonNode list = value.get(largest);
        if (list == null) {
            return;
        }
        int room = bytesMax - (size(value) - most) - 200;
        int total = list.size();
        int kept = list instanceof ArrayNode array ? keep(array, room) : keep((ObjectNode) list, room);
        value.put("returned", kept).put("total", value.path("total").asInt(total));
    }

    private static int keep(ArrayNode list, int room) {
        int used = 0;
        int kept = 0;
        while (kept < list.size() && (used += size(list.get(kept)) + 1) <= room) {
            kept++;
        }
        while (list.size() > kept) {
            list.remove(list.size() - 1);
        }
        return kept;
    }

    private static int keep(ObjectNode map, int room) {
        int used = 0;
        List<String> gone = new ArrayList<>();
        for (Map.Entry<String, JsonNode> member : map.properties()) {
            used += size(member.getValue()) + member.getKey().length() + 4;
            if (used > room) {
                gone.add(member.getKey());
            }
        }
        map.remove(gone);
        return map.size();
    }

    private static JsonNode shortened(JsonNode value, int charsMax) {
        if (value.isString() && value.asString().length() > charsMax) {
            String text = value.asString();
            String head = CleanText.head(text, charsMax);
            return Json.tree(head + "…(+" + (text.length() - head.length()) + " characters)");
        }
        if (value instanceof ObjectNode object) {
            ObjectNode copy = Json.object();
            object.properties().forEach(member -> copy.set(member.getKey(), shortened(member.getValue(), charsMax)));
            return copy;
        }
        if (value instanceof ArrayNode array) {
            ArrayNode copy = Json.object().putArray("items");
            array.forEach(item -> copy.add(shortened(item, charsMax)));
            return copy;
        }
        return value;
    }
}
