package cms.agent.wire;

import cms.agent.model.ModelFailure;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Lets another thread end a model's call at any moment: what is being read is closed, what waits goes on. */
public final class Abort {
    private final CountDownLatch asked = new CountDownLatch(1);
    private @Nullable AutoCloseable open;

    /** Ends what runs, and whatever begins later. */
    public void now() {
        AutoCloseable running;
        synchronized (this) {
            asked.countDown();
            running = open;
        }
        close(running);
    }

    public boolean isAsked() {
        return asked.getCount() == 0;
    }

    /** @throws ModelFailure STOPPED when it has been asked for */
    void guard(@Nullable AutoCloseable next) {
        synchronized (this) {
            open = next;
            if (!isAsked()) {
                return;
            }
        }
        close(next);
        throw ModelFailure.stopped();
    }

    /** Waits; fails with STOPPED when it is asked for meanwhile. */
    void rest(Duration time) {
        try {
            if (asked.await(time.toNanos(), TimeUnit.NANOSECONDS)) {
                throw ModelFailure.stopped();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw ModelFailure.stopped();
        }
    }

    private static void close(@Nullable AutoCloseable stream) {
        if (stream != null) {
            try {
                stream.close();
            } catch (IOException gone) {
                // it is closed all the same
            } catch (Exception failed) {
                throw new IllegalStateException(failed);
            }
        }
    }
}
