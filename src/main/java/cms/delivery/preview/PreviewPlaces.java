package cms.delivery.preview;

import cms.platform.compute.FairPlaces;
import cms.platform.compute.Outside;
import cms.platform.failure.Failure;
import cms.platform.instance.Instance;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** The places in which sites of previews are built; readers who wait for one hold no place of the service. */
public final class PreviewPlaces {
    /** Previews that are built at a time, so that reads of releases and saves do not wait for them. */
    private static final int BUILDS_AT_ONCE = 2;

    private static final int BUILDS_OF_WORKSPACE = 1;

    /** A request holds a connection, which proxies soon cut. */
    private static final Duration WAIT_MAX = Duration.ofMinutes(1);

    private final UnaryOperator<String> accounts;
    private final FairPlaces building;
    private final InstantSource clock;

    public PreviewPlaces(Instance instance) {
        this(instance.compute()::account, instance.clock());
    }

    /** @param accounts the account of a workspace */
    PreviewPlaces(UnaryOperator<String> accounts, InstantSource clock) {
        this.accounts = accounts;
        this.clock = clock;
        this.building = new FairPlaces(clock, BUILDS_OF_WORKSPACE, BUILDS_AT_ONCE);
    }

    InstantSource clock() {
        return clock;
    }

    /**
     * Runs work of a workspace when it has a place, one at a time.
     *
     * @throws Failure UNAVAILABLE when there is none for a minute
     */
    <T> T inTurn(String workspaceId, Supplier<T> work) {
        String account = accounts.apply(workspaceId);
        if (!building.enter(account, workspaceId, WAIT_MAX)) {
            throw busy();
        }
        try {
            return work.get();
        } finally {
            building.leave(account, workspaceId);
        }
    }

    /**
     * Waits for what another reader builds.
     *
     * @throws Failure the one of that reader; UNAVAILABLE when it takes longer than a turn and a build may
     */
    <T> T await(CompletableFuture<T> underWay) {
        return Outside.waiting(() -> result(underWay));
    }

    private static <T> T result(CompletableFuture<T> underWay) {
        try {
            return underWay.get(2 * WAIT_MAX.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof Failure refused ? refused : busy().causedBy(failed);
        } catch (TimeoutException late) {
            throw busy().causedBy(late);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw busy().causedBy(stopping);
        }
    }

    private static Failure busy() {
        return Failure.unavailable("Other previews are built at this moment; try again.")
                .withRetryAfter(WAIT_MAX);
    }
}
