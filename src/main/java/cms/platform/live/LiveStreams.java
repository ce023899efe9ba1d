package cms.platform.live;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** All open streams of this process: how many there are, their signs of life, and their end at a stop. */
public final class LiveStreams {
    /** Of all callers together; an idle stream costs a few kilobytes. */
    public static final int STREAMS_MAX = 20_000;

    /** Shorter than what proxies and this server allow a connection to be silent. */
    private static final Duration SILENCE_MAX = Duration.ofSeconds(15);

    private final LongSupplier nanoTime;
    private final Set<LiveStream> open = ConcurrentHashMap.newKeySet();
    private final ConcurrentHashMap<String, Integer> callers = new ConcurrentHashMap<>();
    private volatile boolean ending;

    public LiveStreams(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Whether {@code caller} may open one more. */
    public boolean hasRoomFor(String caller, int streamsMax) {
        return open.size() < STREAMS_MAX && callers.getOrDefault(caller, 0) < streamsMax;
    }

    /** Takes a new stream into the count; while the service stops it ends at once. */
    public LiveStream open(String caller, StreamConnection wire) {
        LiveStream stream = new LiveStream(wire, nanoTime);
        open.add(stream);
        callers.merge(caller, 1, Integer::sum);
        stream.onClosed(() -> {
            open.remove(stream);
            callers.computeIfPresent(caller, (name, count) -> count == 1 ? null : count - 1);
        });
        if (ending) {
            stream.close();
        }
        return stream;
    }

    public int count() {
        return open.size();
    }

    /**
     * To be called at least every second by one timer: ends streams whose clients may not hear them any more, and
     * sends heartbeats.
     */
    public void look() {
        long before = nanoTime.getAsLong() - SILENCE_MAX.toNanos();
        for (LiveStream stream : open) {
            stream.look(before);
        }
    }

    /** Ends every stream after what was sent, and each that is still to come. */
    public void end() {
        ending = true;
        open.forEach(LiveStream::close);
    }

    /** Tears down what did not end, because its client does not read. */
    public void cut() {
        open.forEach(LiveStream::cut);
    }
}
