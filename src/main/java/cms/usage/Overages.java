package cms.usage;

import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.events.Announcements;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The categories that a workspace may use beyond its plan for money, its spend limit, and its debt (spec 4.5). */
public final class Overages {
    private static final int CENTS = 2;
    private static final int PAGE = 500;

    /** The use of a meter beyond a workspace's plan in a month ({@code YYYY-MM}), in the smallest unit of the meter. */
    public record Beyond(String workspaceId, Meter meter, String month, long count) {}

    private final Database database;
    private final Announcements announcements;
    private final InstantSource clock;
    private final OverageStore store = new OverageStore();

    Overages(Database database, Announcements announcements, InstantSource clock) {
        this.database = database;
        this.announcements = announcements;
        this.clock = clock;
    }

    /** The categories that are switched on. */
    public Set<Meter> on(Tx tx, String workspaceId) {
        return store.on(tx, workspaceId);
    }

    /** Switches categories; those that are not named stay as they are. */
    public void change(Tx tx, String workspaceId, Map<Meter, Boolean> wanted) {
        wanted.forEach((meter, on) -> {
            if (on) {
                store.switchOn(tx, workspaceId, meter, hour());
            } else {
                store.switchOff(tx, workspaceId, meter);
            }
        });
        announcements.announce(tx, new AllowanceChanged(workspaceId));
    }

    /** Switches all categories off, because the workspace does not pay any more; past use stays owed. */
    public void end(Tx tx, String workspaceId) {
        store.switchAllOff(tx, workspaceId);
        announcements.announce(tx, new AllowanceChanged(workspaceId));
    }

    /** The most that a workspace pays for a month, in dollars; empty for any amount. */
    public Optional<BigDecimal> spendLimit(Tx tx, String workspaceId) {
        return store.limit(tx, workspaceId).map(Overages::dollars);
    }

    /** @param amount in dollars with at most two decimals; empty for any amount */
    public void limitSpending(Tx tx, String workspaceId, Optional<BigDecimal> amount) {
        amount.ifPresentOrElse(
                dollars -> store.putLimit(
                        tx, workspaceId, dollars.movePointRight(CENTS).longValueExact()),
                () -> store.dropLimit(tx, workspaceId));
        announcements.announce(tx, new AllowanceChanged(workspaceId));
    }

    /** The use beyond plans of all workspaces since a month ({@code YYYY-MM}): the page behind {@code after}. */
    public List<Beyond> beyondSince(Tx tx, String month, Optional<Beyond> after) {
        Beyond last = after.orElseGet(() -> new Beyond("", Meter.AI_MESSAGES, "", 0));
        return store.beyondSince(tx, month, last, PAGE);
    }

    /**
     * Charges stored media for the hours that have passed: bytes beyond the plan, for their share of the month. Runs
     * every hour; a missed hour is made up for.
     */
    void sampleStorage(Usage usage) {
        long hour = hour();
        List<String> page;
        do {
            page = database.read(tx -> store.unsampled(tx, hour, PAGE));
            page.forEach(workspaceId -> database.writing(tx -> store.sample(tx, workspaceId, hour)
                    .ifPresent(since -> usage.chargeStorage(tx, workspaceId, hour - since))));
        } while (page.size() == PAGE);
    }

    boolean isOn(Tx tx, String workspaceId, Meter meter) {
        return store.on(tx, workspaceId).contains(meter);
    }

    Map<Meter, Long> beyond(Tx tx, String workspaceId, String month) {
        return store.beyond(tx, workspaceId, month);
    }

    /**
     * The amount of a meter that may be used beyond the plan in a month. Locks the limit until the transaction ends.
     */
    long spendable(Tx tx, String workspaceId, Meter meter, String month) {
        return affordable(tx, store.lockedLimit(tx, workspaceId), workspaceId, meter, month);
    }

    /** As {@link #spendable}, without the lock. */
    long room(Tx tx, String workspaceId, Meter meter, String month) {
        return affordable(tx, store.limit(tx, workspaceId), workspaceId, meter, month);
    }

    void forget(Tx tx, String workspaceId) {
        store.forget(tx, workspaceId);
    }

    private long affordable(Tx tx, Optional<Long> cents, String workspaceId, Meter meter, String month) {
        if (cents.isEmpty()) {
            return Long.MAX_VALUE;
        }
        Map<Meter, Long> others = store.beyond(tx, workspaceId, month);
        others.remove(meter);
        return Bill.affordable(meter, dollars(cents.get()).subtract(Bill.cost(others)));
    }

    private static BigDecimal dollars(long cents) {
        return BigDecimal.valueOf(cents, CENTS);
    }

    private long hour() {
        return Duration.between(Instant.EPOCH, clock.instant()).toHours();
    }
}
