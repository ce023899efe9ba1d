package cms.platform.http;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The event streams that are being written, each with the thread that runs its source. */
final class OpenStreams {
    private final Map<EventStream, Thread> open = new ConcurrentHashMap<>();
    private volatile boolean ending;

    /** Runs {@code source} as an open stream. */
    void run(EventStream stream, Runnable source) {
        open.put(stream, Thread.currentThread());
        try {
            if (ending) {
                stream.end();
            }
            source.run();
        } finally {
            open.remove(stream);
        }
    }

    /** Tells every source that it should return. */
    void end() {
        ending = true;
        open.keySet().forEach(EventStream::end);
    }

    /** Interrupts the sources that did not listen: they wait for something that no longer comes. */
    void interrupt() {
        open.values().forEach(Thread::interrupt);
    }
}
