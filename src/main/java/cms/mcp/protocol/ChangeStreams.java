package cms.mcp.protocol;

import cms.platform.json.Json;
import cms.platform.live.LiveEvent;
import cms.platform.live.LiveStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Open streams that are notified of changed lists of tools; none of them holds a thread. */
public final class ChangeStreams {
    /** Lifetime of a stream, after which the client opens a new one. */
    static final Duration LIFE = Duration.ofMinutes(60);

    /** Streams of one caller; one more is refused with 429. */
    static final int STREAMS_MAX = 20;

    /** Pause before a client whose stream has ended may reconnect. */
    private static final Duration RETRY = Duration.ofSeconds(5);

    private static final String LIST_CHANGED = "notifications/tools/list_changed";

    private final Map<String, Deque<OpenStream>> byOwner = new ConcurrentHashMap<>();
    private final InstantSource clock;

    /**
     * @param session of the stream; empty for a subscription
     * @param subscription the id of the request that opened it; null for a stream of a session
     */
    private record OpenStream(
            LiveStream stream, String session, @Nullable JsonNode subscription) {}

    public ChangeStreams(InstantSource clock) {
        this.clock = clock;
    }

    /** Adds a stream of a session; of several of one session only the newest is notified. */
    void opened(String owner, String session, LiveStream stream, BooleanSupplier allowed) {
        stream.endWith(LiveEvent.retry(RETRY));
        add(owner, new OpenStream(stream, session, null), allowed);
    }

    /**
     * Adds a subscription, and sends the client the kinds of notifications that it gets.
     *
     * @param result the answer of the request that opened the stream, sent at its end
     */
    void subscribed(
            String owner,
            LiveStream stream,
            JsonNode id,
            boolean toolsChanged,
            ObjectNode result,
            BooleanSupplier allowed) {
        stream.endWith(LiveEvent.of(result));
        ObjectNode accepted = Json.object();
        if (toolsChanged) {
            accepted.put("toolsListChanged", true);
        }
        ObjectNode params = subscriptionMeta(id);
        params.set("notifications", accepted);
        stream.send(LiveEvent.of(notification("notifications/subscriptions/acknowledged", params)));
        if (toolsChanged) {
            add(owner, new OpenStream(stream, "", id), allowed);
        } else {
            limit(stream, allowed);
        }
    }

    /** Notifies the streams of an owner that the list of tools has changed. */
    public void toolsChanged(String owner) {
        Deque<OpenStream> listeners = byOwner.get(owner);
        if (listeners == null) {
            return;
        }
        List<OpenStream> open;
        synchronized (listeners) {
            open = List.copyOf(listeners);
        }
        // Outside of the lock: a stream that is found broken leaves its owner on this thread.
        Set<String> notified = new HashSet<>();
        for (OpenStream listener : open) {
            if (listener.subscription() != null) {
                listener.stream()
                        .send(LiveEvent.of(notification(LIST_CHANGED, subscriptionMeta(listener.subscription()))));
            } else if (notified.add(listener.session())) {
                listener.stream().send(LiveEvent.of(notification(LIST_CHANGED, null)));
            }
        }
    }

    /** The owners of open streams. */
    public Iterable<String> owners() {
        return byOwner.keySet();
    }

    private void add(String owner, OpenStream listener, BooleanSupplier allowed) {
        limit(listener.stream(), allowed);
        byOwner.compute(owner, (name, known) -> {
            Deque<OpenStream> listeners = known == null ? new ArrayDeque<>() : known;
            synchronized (listeners) {
                listeners.addFirst(listener);
            }
            return listeners;
        });
        listener.stream()
                .onClosed(() -> byOwner.computeIfPresent(owner, (name, listeners) -> {
                    synchronized (listeners) {
                        listeners.remove(listener);
                        return listeners.isEmpty() ? null : listeners;
                    }
                }));
    }

    private void limit(LiveStream stream, BooleanSupplier allowed) {
        Instant end = clock.instant().plus(LIFE);
        stream.whileAllowed(() -> allowed.getAsBoolean() && clock.instant().isBefore(end));
    }

    private static ObjectNode subscriptionMeta(JsonNode id) {
        ObjectNode params = Json.object();
        params.putObject("_meta").set(MetaKeys.SUBSCRIPTION, id);
        return params;
    }

    private static ObjectNode notification(String method, @Nullable ObjectNode params) {
        ObjectNode json = Json.object().put("jsonrpc", "2.0").put("method", method);
        if (params != null) {
            json.set("params", params);
        }
        return json;
    }
}
