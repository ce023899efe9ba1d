package cms.webhooks.send;

import cms.platform.compute.FairPlaces;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Permits for the deliveries under way in this instance. The receivers of one account have a quarter of them, and slow
 * receivers half of them all together, so that nobody's receivers wait for those of others. Lanes take turns.
 */
final class DeliveryPermits {
    private static final int IN_FLIGHT_MAX = 256;
    private static final int ACCOUNT_MAX = IN_FLIGHT_MAX / 4;
    private static final int SLOW_MAX = IN_FLIGHT_MAX / 2;
    private static final int ACCOUNT_SLOW_MAX = ACCOUNT_MAX / 2;
    private static final Duration WAIT = Duration.ofMinutes(1);

    private final UnaryOperator<String> accounts;
    private final FairPlaces all;
    private final FairPlaces slow;

    /** @param accounts maps a workspace to the account that owns it, which may have any number of them */
    DeliveryPermits(InstantSource clock, UnaryOperator<String> accounts) {
        this.accounts = accounts;
        this.all = new FairPlaces(clock, ACCOUNT_MAX, IN_FLIGHT_MAX);
        this.slow = new FairPlaces(clock, ACCOUNT_SLOW_MAX, SLOW_MAX);
    }

    /** The permits of one delivery, which are given back once. */
    interface Permit {
        void leave();
    }

    /** Waits for a permit; null where none was free for a minute, or the service stops. */
    @Nullable
    Permit enter(String workspaceId, boolean isSlow) {
        String account = accounts.apply(workspaceId);
        if (!isSlow) {
            return all.enter(account, account, WAIT) ? () -> all.leave(account, account) : null;
        }
        if (!slow.enter(account, account, WAIT)) {
            return null;
        }
        if (!all.enter(account, account, WAIT)) {
            slow.leave(account, account);
            return null;
        }
        return () -> {
            all.leave(account, account);
            slow.leave(account, account);
        };
    }
}
