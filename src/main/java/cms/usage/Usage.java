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
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.OptionalLong;

/** The door of the meters. Every operation runs in the transaction of its caller, beside the rows that it counts. */
public final class Usage {
    /** Shares of the plan, in percent, at which owner and admins get a mail. */
    private static final int[] STEPS = {80, 100};

    private final Database database;
    private final Workspaces workspaces;
    private final Plans plans;
    private final InstantSource clock;
    private final UsageStore store = new UsageStore();
    private final LevelMail mail;
    private final Overages overages;

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
        this.overages = new Overages(database, announcements, clock);
        announcements.within(WorkspaceDeleted.class, (tx, gone) -> {
            store.forget(tx, gone.workspaceId());
            overages.forget(tx, gone.workspaceId());
        });
    }

    public void routes(Routes routes) {
        new UsageRoutes(workspaces, new UsageReport(database, plans, overages, store, clock)).mount(routes);
    }

    /** The overages of workspaces. */
    public Overages overages() {
        return overages;
    }

    /**
     * Counts pieces that are about to be stored, unless the plan grants fewer and the workspace pays for no more.
     *
     * @throws Failure FORBIDDEN (code {@code usage.not_in_plan}) when the plan grants none at all, RATE_LIMITED (code
     *     {@code usage.spent}, or {@code usage.spend_limit} at the limit of what may be spent) until the next month
     */
    public void take(Tx tx, String workspaceId, Meter meter, long amount) {
        Month month = now();
        long max = max(tx, workspaceId, meter);
        if (max == 0) {
            throw Failure.forbidden(meter.title() + " are not part of this workspace's plan.")
                    .withCode("usage.not_in_plan");
        }
        OptionalLong total = store.take(tx, workspaceId, meter, month.keyOf(meter), amount, max);
        if (total.isEmpty() && overages.isOn(tx, workspaceId, meter)) {
            long room = overages.spendable(tx, workspaceId, meter, month.key());
            total = store.takeBeyond(tx, new UsageStore.Taken(workspaceId, meter, month.key(), amount), max, room);
            if (total.isEmpty()) {
                throw overSpendLimit(month);
            }
        }
        if (total.isEmpty()) {
            throw Failure.rateLimited(
                            meter.title() + " of this month are spent; they begin anew with the next month (UTC).",
                            month.untilNext())
                    .withCode("usage.spent");
        }
        noteSteps(tx, workspaceId, meter, month, total.getAsLong(), amount, max);
    }

    /**
     * Takes back pieces that were counted but not used; nothing once their month (UTC) has ended.
     *
     * @param counted when they were taken
     */
    public void giveBack(Tx tx, String workspaceId, Meter meter, long amount, Instant counted) {
        String month = now().key();
        if (Month.at(counted).key().equals(month)) {
            long max = max(tx, workspaceId, meter);
            store.giveBack(tx, new UsageStore.Taken(workspaceId, meter, month, amount), max);
        }
    }

    /** Counts use that has happened on a day (UTC), whatever the plan grants (bandwidth). */
    public void add(Tx tx, String workspaceId, Meter meter, long amount, LocalDate day) {
        Month month = Month.at(day.atStartOfDay(ZoneOffset.UTC).toInstant());
        long max = max(tx, workspaceId, meter);
        long total = max > 0 && overages.isOn(tx, workspaceId, meter)
                ? store.addBeyond(
                        tx,
                        new UsageStore.Taken(workspaceId, meter, month.key(), amount),
                        max,
                        overages.spendable(tx, workspaceId, meter, month.key()))
                : store.take(tx, workspaceId, meter, month.keyOf(meter), amount, Long.MAX_VALUE)
                        .orElseThrow();
        noteSteps(tx, workspaceId, meter, month, total, amount, max);
    }

    /**
     * Changes the number of stored bytes.
     *
     * @param change in bytes; negative for deleted ones, which is always accepted
     * @throws Failure FORBIDDEN (code {@code media.quota}) when the plan has no room for it, RATE_LIMITED (code
     *     {@code usage.spend_limit}) when storage beyond the plan is paid for and no more may be spent this month
     */
    public void hold(Tx tx, String workspaceId, long change) {
        if (change <= 0) {
            store.giveBack(tx, new UsageStore.Taken(workspaceId, Meter.MEDIA_STORAGE, Month.LEVEL, -change), 0);
            return;
        }
        long max = max(tx, workspaceId, Meter.MEDIA_STORAGE);
        OptionalLong total = store.take(tx, workspaceId, Meter.MEDIA_STORAGE, Month.LEVEL, change, max);
        if (total.isEmpty() && max > 0 && overages.isOn(tx, workspaceId, Meter.MEDIA_STORAGE)) {
            requireRoomForStorage(tx, workspaceId);
            total = store.take(tx, workspaceId, Meter.MEDIA_STORAGE, Month.LEVEL, change, Long.MAX_VALUE);
        }
        if (total.isEmpty()) {
            throw Failure.of(
                            FailureKind.FORBIDDEN,
                            "The media storage of this workspace's plan is full; delete something or change the plan.")
                    .withCode("media.quota");
        }
        noteSteps(tx, workspaceId, Meter.MEDIA_STORAGE, now(), total.getAsLong(), change, max);
    }

    /**
     * The bytes by which a workspace would exceed the storage of its plan with {@code more}; below 0 while it has room.
     */
    public long storageBeyondPlan(Tx tx, String workspaceId, long more) {
        return used(tx, workspaceId, Meter.MEDIA_STORAGE) + more - max(tx, workspaceId, Meter.MEDIA_STORAGE);
    }

    /** The use of a meter by a workspace this month (UTC), in its smallest unit; the present value of a level. */
    public long used(Tx tx, String workspaceId, Meter meter) {
        return store.used(tx, workspaceId, now().key()).getOrDefault(meter, 0L);
    }

    /** The most that a workspace may use of a meter this month, in units of the plan: its plan and paid overage. */
    public Allowance allowance(Tx tx, String workspaceId, Meter meter) {
        long ceiling = ceiling(tx, workspaceId, meter);
        return ceiling == Long.MAX_VALUE ? Allowance.unlimited() : Allowance.atMost(ceiling / meter.unit());
    }

    /** {@link #allowance} in the smallest unit of the meter; {@code Long.MAX_VALUE} for any amount. */
    public long ceiling(Tx tx, String workspaceId, Meter meter) {
        long plan = max(tx, workspaceId, meter);
        if (plan == 0 || plan == Long.MAX_VALUE || !overages.isOn(tx, workspaceId, meter)) {
            return plan;
        }
        String month = now().key();
        long room = overages.room(tx, workspaceId, meter, month);
        if (room == Long.MAX_VALUE) {
            return room;
        }
        long owed = overages.beyond(tx, workspaceId, month).getOrDefault(meter, 0L);
        return Math.max(plan, used(tx, workspaceId, meter)) + Math.max(0, room - owed);
    }

    /** Charges stored media for the hours since the last time; called every hour. */
    public void sampleStorage() {
        overages.sampleStorage(this);
    }

    /** Charges the bytes that are stored beyond the plan now for some hours of this month, up to the spend limit. */
    void chargeStorage(Tx tx, String workspaceId, long hours) {
        Month month = now();
        long max = max(tx, workspaceId, Meter.MEDIA_STORAGE);
        long over = max == 0 ? 0 : used(tx, workspaceId, Meter.MEDIA_STORAGE) - max;
        if (over > 0) {
            long part = over / month.hours() * Math.min(hours, month.hours());
            long owed = overages.beyond(tx, workspaceId, month.key()).getOrDefault(Meter.MEDIA_STORAGE, 0L);
            long room = overages.spendable(tx, workspaceId, Meter.MEDIA_STORAGE, month.key());
            long charged = Math.min(part, Math.max(0, room - owed));
            store.charge(tx, new UsageStore.Taken(workspaceId, Meter.MEDIA_STORAGE, month.key(), charged));
        }
    }

    /** Sends the mails that are due; called regularly. */
    public void sendMails() {
        mail.sendDue();
    }

    private void requireRoomForStorage(Tx tx, String workspaceId) {
        Month month = now();
        long owed = overages.beyond(tx, workspaceId, month.key()).getOrDefault(Meter.MEDIA_STORAGE, 0L);
        if (owed >= overages.spendable(tx, workspaceId, Meter.MEDIA_STORAGE, month.key())) {
            throw overSpendLimit(month);
        }
    }

    private static Failure overSpendLimit(Month month) {
        return Failure.rateLimited(
                        "This workspace has reached the limit of what it spends beyond its plan in a month (UTC).",
                        month.untilNext())
                .withCode("usage.spend_limit");
    }

    private Month now() {
        return Month.at(clock.instant());
    }

    private long max(Tx tx, String workspaceId, Meter meter) {
        Allowance granted = workspaces
                .find(tx, workspaceId)
                .map(workspace -> plans.amount(workspace.plan(), meter.limit()))
                .orElse(Allowance.atMost(0));
        return switch (granted) {
            case Allowance.Unlimited() -> Long.MAX_VALUE;
            case Allowance.AtMost(long amount) -> Math.multiplyExact(amount, meter.unit());
        };
    }

    /** Notes each step that this count has passed. */
    private void noteSteps(Tx tx, String workspaceId, Meter meter, Month month, long total, long amount, long max) {
        if (max == Long.MAX_VALUE || max == 0) {
            return;
        }
        for (int step : STEPS) {
            long threshold = Math.ceilDiv(Math.multiplyExact(max, (long) step), 100L);
            if (total >= threshold && total - amount < threshold) {
                var due = new UsageStore.Due(workspaceId, meter, month.key(), step);
                if (store.reached(tx, due, max, clock.millis())) {
                    tx.afterCommit(mail::sendSoon);
                }
            }
        }
    }
}
