package cms.mcp.protocol;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** The calls in progress in this process, so that a client can cancel one. */
final class RunningCalls {
    private final Map<String, AtomicBoolean> cancelled = new ConcurrentHashMap<>();

    /**
     * Runs a call that {@link #cancel} can name by its place and id.
     *
     * @param place scope in which a client's call ids are unique, such as one session of one credential
     */
    <T> T during(String place, JsonNode id, Function<BooleanSupplier, T> work) {
        AtomicBoolean flag = new AtomicBoolean();
        String key = key(place, id);
        cancelled.put(key, flag);
        try {
            return work.apply(flag::get);
        } finally {
            cancelled.remove(key, flag);
        }
    }

    void cancel(String place, JsonNode id) {
        AtomicBoolean flag = cancelled.get(key(place, id));
        if (flag != null) {
            flag.set(true);
        }
    }

    private static String key(String place, JsonNode id) {
        return place + " " + id;
    }
}
