package cms.platform.net;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * A body that is being received: too long a wait in a read ends it, and so does a close on any thread, at once. Only a
 * body that was read to its end returns its connection to the pool.
 */
final class ArrivingBody extends FilterInputStream {
    private final Request request;
    private final Scheduler scheduler;
    private final @Nullable Stall stall;
    private volatile boolean atEnd;
    private boolean begun;

    /** @param stall null where only the timeout of the request applies */
    ArrivingBody(InputStream in, Request request, Scheduler scheduler, @Nullable Stall stall) {
        super(in);
        this.request = request;
        this.scheduler = scheduler;
        this.stall = stall;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (stall == null || in.available() > 0) {
            return noted(super.read(bytes, offset, length));
        }
        Watchdog watchdog = new Watchdog(stall, begun ? stall.between() : stall.beforeFirstByte());
        watchdog.lookLater();
        try {
            return noted(super.read(bytes, offset, length));
        } finally {
            watchdog.over = true;
        }
    }

    /** Checks at intervals and ends a body that has been silent for too long. */
    private final class Watchdog implements Runnable {
        private final Stall stall;
        private final Duration silence;
        private final Instant end;
        private volatile boolean over;

        Watchdog(Stall stall, Duration silence) {
            this.stall = stall;
            this.silence = silence;
            this.end = stall.after(silence);
        }

        void lookLater() {
            scheduler.schedule(this, stall.lookMillis(), TimeUnit.MILLISECONDS);
        }

        @Override
        public void run() {
            if (!over && stall.isOver(end)) {
                request.abort(new IOException("The stream was silent for " + silence.toSeconds() + " s."));
            } else if (!over) {
                lookLater();
            }
        }
    }

    private int noted(int count) {
        atEnd |= count < 0;
        begun |= count > 0;
        return count;
    }

    @Override
    public void close() throws IOException {
        if (!atEnd) {
            request.abort(new IOException("The stream was closed here."));
        }
        super.close();
    }
}
