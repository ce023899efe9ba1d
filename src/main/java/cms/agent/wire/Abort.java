package cms.agent.wire;

import cms.agent.model.ModelFailure;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Lets another thread end a request to a model at any moment: the open stream is closed, and waits end. */
public final class Abort {
    private final CountDownLatch asked = new CountDownLatch(1);
    private @Nullable AutoCloseable open;

    /** Ends the running request and all later ones. */
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

    /** @throws ModelFailure STOPPED when the abort was requested */
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

    /** Waits; fails with STOPPED when the abort is requested meanwhile. */
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
