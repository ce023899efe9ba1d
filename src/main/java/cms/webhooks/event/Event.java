package cms.webhooks.event;

import cms.platform.json.Json;
import cms.webhooks.endpoint.EventKind;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An event for receivers (spec 6.3).
 *
 * @param models the models that it is about, for receivers that chose models; empty for all receivers
 * @param push commits whose models are looked up later: {@code <before> <after>} of a push, or the last commit of an
 *     ended change; empty otherwise
 */
public record Event(EventKind kind, String projectId, Instant at, List<String> models, ObjectNode data, String push) {
    /** Bytes of a body; lists of a longer one are cut. */
    static final int BYTES_MAX = 256 * 1024;

    private static final String TRUNCATED = "truncated";

    public Event(EventKind kind, String projectId, Instant at, List<String> models, ObjectNode data) {
        this(kind, projectId, at, models, data, "");
    }

    /** The text that is stored, signed and sent, always the same. */
    public String body() {
        return body(Json.object()
                .put("event", kind.wireName())
                .put("projectId", projectId)
                .put("timestamp", at.toString())
                .set("data", data));
    }

    /** The text of at most {@value #BYTES_MAX} bytes: the longest list of {@code data} is halved until it fits. */
    static String body(ObjectNode envelope) {
        String text = Json.text(envelope);
        while (text.getBytes(StandardCharsets.UTF_8).length > BYTES_MAX) {
            ObjectNode data = (ObjectNode) envelope.get("data");
            ArrayNode longest = longest(data);
            if (longest == null || longest.isEmpty()) {
                data.removeAll();
            } else {
                int kept = longest.size() / 2;
                while (longest.size() > kept) {
                    longest.remove(longest.size() - 1);
                }
            }
            data.put(TRUNCATED, true);
            text = Json.text(envelope);
        }
        return text;
    }

    private static @Nullable ArrayNode longest(ObjectNode data) {
        return data.properties().stream()
                .map(member -> member.getValue() instanceof ArrayNode list ? list : null)
                .filter(list -> list != null)
                .max((one, other) -> Integer.compare(one.size(), other.size()))
                .orElse(null);
    }
}
