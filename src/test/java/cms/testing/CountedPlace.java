package cms.testing;

import cms.platform.compute.Outside;
import java.util.concurrent.atomic.AtomicInteger;

/** A place of the service that counts how many threads have given it back for a wait. */
public final class CountedPlace implements Outside.Place {
    private final AtomicInteger waiting = new AtomicInteger();

    /** Threads that wait outside of it at this moment. */
    public int waiting() {
        return waiting.get();
    }

    @Override
    public void giveBack() {
        waiting.incrementAndGet();
    }

    @Override
    public void takeAgain() {
        waiting.decrementAndGet();
    }
}
