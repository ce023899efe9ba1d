package cms.platform.live;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The sending side of an event stream that holds no thread. Every method may be called from any thread and returns at
 * once; a client that does not read its events is disconnected, so that no sender waits for it.
 */
public final class LiveStream {
    /** Most bytes queued for one client; some hundred events. More disconnects it. */
    public static final int WAITING_BYTES_MAX = 64 * 1024;

    private static final LiveEvent BEAT = LiveEvent.beat();

    private final StreamConnection wire;
    private final LongSupplier nanoTime;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Runnable> whenClosed = new ArrayList<>(2);
    private @Nullable List<byte[]> waiting;
    private int waitingBytes;
    private boolean writing;
    private boolean ending;
    private boolean closed;
    private long lastSent;
    private volatile BooleanSupplier allowed = () -> true;
    private volatile @Nullable LiveEvent farewell;

    LiveStream(StreamConnection wire, LongSupplier nanoTime) {
        this.wire = wire;
        this.nanoTime = nanoTime;
        this.lastSent = nanoTime.getAsLong();
    }

    /** Queues an event after all earlier ones; false when the stream has ended or its client was disconnected. */
    public boolean send(LiveEvent event) {
        byte[] bytes = event.bytes();
        boolean first;
        boolean overflows = false;
        lock.lock();
        try {
            if (ending || closed) {
                return false;
            }
            lastSent = nanoTime.getAsLong();
            first = !writing;
            writing = true;
            if (!first && !hold(bytes)) {
                ending = true;
                overflows = true;
            }
        } finally {
            lock.unlock();
        }
        if (first) {
            wire.write(ByteBuffer.wrap(bytes).asReadOnlyBuffer(), this::written);
        } else if (overflows) {
            cut();
            return false;
        }
        return true;
    }

    /** Whether the stream is open: false once the client or the service has ended it. */
    public boolean isOpen() {
        lock.lock();
        try {
            return !ending && !closed;
        } finally {
            lock.unlock();
        }
    }

    /** Sets the last event, sent when the service ends the stream; a client that leaves gets none. */
    public void endWith(LiveEvent last) {
        farewell = last;
    }

    /** Ends the stream after the queued events. */
    public void close() {
        LiveEvent last = farewell;
        farewell = null;
        if (last != null) {
            send(last);
        }
        boolean idle;
        lock.lock();
        try {
            if (ending || closed) {
                return;
            }
            ending = true;
            idle = !writing;
        } finally {
            lock.unlock();
        }
        if (idle) {
            finish();
        }
    }

    /** Sets a check, made every second or so, whether this client may still listen; it must not block. */
    public void whileAllowed(BooleanSupplier question) {
        allowed = question;
    }

    /**
     * Runs {@code work} once when the stream has ended, or at once when it already has; also on a thread that sends to
     * the stream. It must not block, nor take a lock under which anybody sends.
     */
    public void onClosed(Runnable work) {
        lock.lock();
        try {
            if (!closed) {
                whenClosed.add(work);
                return;
            }
        } finally {
            lock.unlock();
        }
        work.run();
    }

    /**
     * Ends the stream when its client may not listen any more; sends a heartbeat when nothing was sent since
     * {@code before}.
     */
    void look(long before) {
        if (!allowed.getAsBoolean()) {
            close();
            return;
        }
        lock.lock();
        try {
            if (lastSent - before > 0) {
                return;
            }
        } finally {
            lock.unlock();
        }
        send(BEAT);
    }

    /** Tears the connection down, unless the stream has ended: the connection may serve the next request by then. */
    public void cut() {
        if (markEnded()) {
            wire.cut();
        }
    }

    /** Ends the stream; its place is released before its client can see the end and reconnect. */
    private void finish() {
        if (markEnded()) {
            wire.finish();
        }
    }

    private boolean hold(byte[] bytes) {
        waitingBytes += bytes.length;
        if (waiting == null) {
            waiting = new ArrayList<>(4);
        }
        waiting.add(bytes);
        return waitingBytes <= WAITING_BYTES_MAX;
    }

    private void written(@Nullable Throwable failed) {
        if (failed != null) {
            cut();
            return;
        }
        @Nullable ByteBuffer next;
        boolean last;
        lock.lock();
        try {
            next = takeWaiting();
            writing = next != null;
            last = !writing && ending && !closed;
        } finally {
            lock.unlock();
        }
        if (next != null) {
            wire.write(next, this::written);
        } else if (last) {
            finish();
        }
    }

    /** All queued events in one buffer, so that a client catches up in one write. */
    private @Nullable ByteBuffer takeWaiting() {
        if (waiting == null || closed) {
            return null;
        }
        ByteBuffer all = ByteBuffer.allocate(waitingBytes);
        waiting.forEach(all::put);
        waiting = null;
        waitingBytes = 0;
        return all.flip();
    }

    /** Marks the stream as ended and runs what waits for that; false where it had ended before. */
    private boolean markEnded() {
        List<Runnable> work;
        lock.lock();
        try {
            if (closed) {
                return false;
            }
            closed = true;
            waiting = null;
            work = List.copyOf(whenClosed);
            whenClosed.clear();
        } finally {
            lock.unlock();
        }
        work.forEach(Runnable::run);
        return true;
    }
}
