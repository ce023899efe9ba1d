package cms.usage;

import cms.plan.Allowance;
import cms.plan.Plans;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.events.Announcements;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.http.Routes;
import cms.platform.mail.Mailer;
import cms.workspace.WorkspaceDeleted;
import cms.workspace.Workspaces;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.OptionalLong;

/** The door of the meters. Every verb runs in the transaction of its caller, beside the rows that it counts. */
public final class Usage {
    /** Shares of the plan in percent that owner and admins hear of. */
    private static final int[] STEPS = {80, 100};

    private final Database database;
    private final Workspaces workspaces;
    private final Plans plans;
    private final InstantSource clock;
    private final UsageStore store = new UsageStore();
    private final LevelMail mail;

    public Usage(
            Database database,
            Announcements announcements,
            Workspaces workspaces,
            Plans plans,
            Mailer mailer,
            InstantSource clock) {
        this.database = database;
        this.workspaces = workspaces;
        this.plans = plans;
        this.clock = clock;
        this.mail = new LevelMail(database, workspaces, mailer, store, clock);
        announcements.within(WorkspaceDeleted.class, (tx, gone) -> store.forget(tx, gone.workspaceId()));
    }

    public void routes(Routes routes) {
        new UsageRoutes(database, workspaces, plans, store, clock).mount(routes);
    }

    /**
     * Counts pieces that are about to be stored, unless the plan grants fewer.
     *
     * @throws Failure FORBIDDEN (code {@code usage.not_in_plan}) when the plan grants none at all, RATE_LIMITED (code
     *     {@code usage.spent}) until the next month when they are spent
     */
    public void take(Tx tx, String workspaceId, Meter meter, long amount) {
        Month month = now();
        long max = max(tx, workspaceId, meter);
        if (max == 0) {
            throw Failure.forbidden(meter.title() + " are not part of this workspace's plan.")
                    .withCode("usage.not_in_plan");
        }
        OptionalLong total = store.take(tx, workspaceId, meter, month.keyOf(meter), amount, max);
        if (total.isEmpty()) {
            throw Failure.rateLimited(
                            meter.title() + " of this month are spent; they begin anew with the next month (UTC).",
                            month.untilNext())
                    .withCode("usage.spent");
        }
        tellSteps(tx, workspaceId, meter, month, total.getAsLong(), amount, max);
    }

    /** Takes back pieces of this month that were taken and did not happen. */
    public void giveBack(Tx tx, String workspaceId, Meter meter, long amount) {
        store.giveBack(tx, workspaceId, meter, now().keyOf(meter), amount);
    }

    /** Counts what happened on a day (UTC), whatever the plan grants (bandwidth). */
    public void add(Tx tx, String workspaceId, Meter meter, long amount, LocalDate day) {
        Month month = Month.at(day.atStartOfDay(ZoneOffset.UTC).toInstant());
        long total = store.take(tx, workspaceId, meter, month.keyOf(meter), amount, Long.MAX_VALUE)
                .orElseThrow();
        tellSteps(tx, workspaceId, meter, month, total, amount, max(tx, workspaceId, meter));
    }

    /**
     * Changes the level of what is kept.
     *
     * @param change in bytes; what goes is negative and always taken
     * @throws Failure FORBIDDEN (code {@code media.quota}) when the plan has no room for it
     */
    public void hold(Tx tx, String workspaceId, long change) {
        if (change <= 0) {
            store.giveBack(tx, workspaceId, Meter.MEDIA_STORAGE, Month.LEVEL, -change);
            return;
        }
        long max = max(tx, workspaceId, Meter.MEDIA_STORAGE);
        OptionalLong total = store.take(tx, workspaceId, Meter.MEDIA_STORAGE, Month.LEVEL, change, max);
        if (total.isEmpty()) {
            throw Failure.of(
                            FailureKind.FORBIDDEN,
                            "The media storage of this workspace's plan is full; delete something or change the plan.")
                    .withCode("media.quota");
        }
        tellSteps(tx, workspaceId, Meter.MEDIA_STORAGE, now(), total.getAsLong(), change, max);
    }

    /** What a workspace has used of a meter this month, in the smallest unit; for a level what it is now. */
    public long used(Tx tx, String workspaceId, Meter meter) {
        return store.used(tx, workspaceId, now().key()).getOrDefault(meter, 0L);
    }

    /** How much a workspace may use in a month, in units of the plan. */
    public Allowance allowance(Tx tx, String workspaceId, Meter meter) {
        return workspaces
                .find(tx, workspaceId)
                .map(workspace -> plans.amount(workspace.plan(), meter.limit()))
                .orElse(Allowance.atMost(0));
    }

    /** Sends the mails that are due; to be run now and then. */
    public void sendMails() {
        mail.sendDue();
    }

    private Month now() {
        return Month.at(clock.instant());
    }

    private long max(Tx tx, String workspaceId, Meter meter) {
        return switch (allowance(tx, workspaceId, meter)) {
            case Allowance.Unlimited() -> Long.MAX_VALUE;
            case Allowance.AtMost(long amount) -> Math.multiplyExact(amount, meter.unit());
        };
    }

    /** Notes each step that this count has passed. */
    private void tellSteps(Tx tx, String workspaceId, Meter meter, Month month, long total, long amount, long max) {
        if (max == Long.MAX_VALUE || max == 0) {
            return;
        }
        for (int step : STEPS) {
            long threshold = Math.ceilDiv(Math.multiplyExact(max, (long) step), 100L);
            if (total >= threshold && total - amount < threshold) {
                var due = new UsageStore.Due(workspaceId, meter, month.key(), step);
                if (store.reached(tx, due, clock.millis())) {
                    tx.afterCommit(mail::sendSoon);
                }
            }
        }
    }
}
