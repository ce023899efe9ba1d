package cms.platform.live;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** All open streams of this process: their number, their heartbeats, and their end at a stop. */
public final class LiveStreams {
    /** Most open streams of all callers together; an idle stream costs a few kilobytes. */
    public static final int STREAMS_MAX = 20_000;

    /** Longest silence on a stream; shorter than the idle timeouts of proxies and this server. */
    private static final Duration SILENCE_MAX = Duration.ofSeconds(15);

    private static final int RESERVED_PARTS = 8;

    private final int max;
    private final LongSupplier nanoTime;
    private final Set<LiveStream> open = ConcurrentHashMap.newKeySet();
    private final ConcurrentHashMap<String, Integer> callers = new ConcurrentHashMap<>();
    private volatile boolean ending;

    /** @param max most open streams, at most {@link #STREAMS_MAX} */
    public LiveStreams(int max, LongSupplier nanoTime) {
        this.max = max;
        this.nanoTime = nanoTime;
    }

    /**
     * Whether {@code caller} may open one more stream: it has fewer than {@code streamsMax}, and of the last eighth
     * fewer than are free. So some remain for others, however many callers open all that they may.
     */
    public boolean hasRoomFor(String caller, int streamsMax) {
        int held = callers.getOrDefault(caller, 0);
        int free = max - open.size();
        return held < streamsMax && (free > max / RESERVED_PARTS || held < free);
    }

    /** Counts a new stream; while the service stops it is ended at once. */
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
     * Ends streams whose clients may not listen any more, and sends heartbeats; to be called at least every second by
     * one timer.
     */
    public void look() {
        long before = nanoTime.getAsLong() - SILENCE_MAX.toNanos();
        for (LiveStream stream : open) {
            stream.look(before);
        }
    }

    /** Ends every stream after its queued events, and each that is opened later. */
    public void end() {
        ending = true;
        open.forEach(LiveStream::close);
    }

    /** Closes the connections of streams that did not end, because their clients do not read. */
    public void cut() {
        open.forEach(LiveStream::cut);
    }
}
