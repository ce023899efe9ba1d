package cms.activity;

import cms.platform.compute.Compute;
import cms.platform.compute.Turn;
import cms.platform.failure.Failure;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * The computing turns of a workspace for its event streams. One that has not ended after some seconds is given up, as
 * the other listeners of the project hear nothing meanwhile.
 */
record NewsTurn(Compute compute, String workspaceId) implements Turn {
    private static final Duration MAX = Duration.ofSeconds(10);

    /** @throws Failure UNAVAILABLE when the piece takes longer, or too much waits */
    @Override
    public <T> T run(Supplier<T> piece) {
        long until = System.nanoTime() + MAX.toNanos();
        return compute.run(workspaceId, () -> System.nanoTime() - until > 0, piece);
    }
}
