package cms.usage;

import cms.platform.db.Tx;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** SQL of the tables {@code usage_months} and {@code usage_mails}. */
final class UsageStore {
    /** SQL for the part of an addition that is beyond the plan. */
    private static final String PART_BEYOND = """
        (CASE WHEN usage_months.used + :amount <= :plan THEN 0
              WHEN usage_months.used >= :plan THEN :amount
              ELSE usage_months.used + :amount - :plan END)\
        """;

    /** An amount of a meter in a month, in the smallest unit. */
    record Taken(String workspaceId, Meter meter, String month, long amount) {}

    /** A mail that is due. */
    record Due(String workspaceId, Meter meter, String month, int step) {}

    /**
     * Adds to a meter unless that would exceed the limit; returns the new total. Check and count are one statement, so
     * that of many at once exactly as many pass as there is room for.
     *
     * @param max in the smallest unit; {@code Long.MAX_VALUE} for no limit
     */
    OptionalLong take(Tx tx, String workspaceId, Meter meter, String month, long amount, long max) {
        if (amount > max) {
            return OptionalLong.empty();
        }
        return tx.query("""
            INSERT INTO usage_months (workspace_id, meter, month, used, beyond)
            VALUES (:workspaceId, :meter, :month, :amount, 0)
            ON CONFLICT (workspace_id, meter, month) DO UPDATE SET used = usage_months.used + :amount
            WHERE usage_months.used + :amount <= :max
            RETURNING used
            """)
                .bind("workspaceId", workspaceId)
                .bind("meter", meter.key())
                .bind("month", month)
                .bind("amount", amount)
                .bind("max", max)
                .mapTo(Long.class)
                .findOne()
                .map(OptionalLong::of)
                .orElseGet(OptionalLong::empty);
    }

    /**
     * Adds to a meter, also beyond the plan, unless that exceeds {@code room}; returns the new total.
     *
     * @param plan in the smallest unit
     * @param room the most that may be used beyond the plan in this month
     */
    OptionalLong takeBeyond(Tx tx, Taken taken, long plan, long room) {
        if (taken.amount() - plan > room) {
            return OptionalLong.empty();
        }
        return beyond(
                tx,
                PART_BEYOND,
                "WHERE " + PART_BEYOND + " = 0 OR usage_months.beyond + " + PART_BEYOND + " <= :room",
                taken,
                plan,
                room);
    }

    /** Counts use that has happened already and returns the total; use beyond {@code room} is counted, but not owed. */
    long addBeyond(Tx tx, Taken taken, long plan, long room) {
        String owed = "CASE WHEN usage_months.beyond + " + PART_BEYOND + " <= :room THEN " + PART_BEYOND
                + " WHEN usage_months.beyond < :room THEN :room - usage_months.beyond ELSE 0 END";
        return beyond(tx, owed, "", taken, plan, room).orElseThrow();
    }

    private static OptionalLong beyond(Tx tx, String part, String condition, Taken taken, long plan, long room) {
        return tx.query("""
            INSERT INTO usage_months (workspace_id, meter, month, used, beyond)
            VALUES (:workspaceId, :meter, :month, :amount, :first)
            ON CONFLICT (workspace_id, meter, month) DO UPDATE
            SET beyond = usage_months.beyond + (%s), used = usage_months.used + :amount
            %s
            RETURNING used
            """.formatted(part, condition))
                .bind("workspaceId", taken.workspaceId())
                .bind("meter", taken.meter().key())
                .bind("month", taken.month())
                .bind("amount", taken.amount())
                .bind("first", Math.min(room, Math.max(0, taken.amount() - plan)))
                .bind("plan", plan)
                .bind("room", room)
                .mapTo(Long.class)
                .findOne()
                .map(OptionalLong::of)
                .orElseGet(OptionalLong::empty);
    }

    /** Adds to the amount owed for a month, without any use. */
    void charge(Tx tx, Taken charge) {
        tx.update("""
            INSERT INTO usage_months (workspace_id, meter, month, used, beyond)
            VALUES (:workspaceId, :meter, :month, 0, :amount)
            ON CONFLICT (workspace_id, meter, month) DO UPDATE SET beyond = usage_months.beyond + :amount
            """)
                .bind("workspaceId", charge.workspaceId())
                .bind("meter", charge.meter().key())
                .bind("month", charge.month())
                .bind("amount", charge.amount())
                .execute();
    }

    /** Takes back use that did not happen, first of the part beyond the plan; never below zero. */
    void giveBack(Tx tx, Taken back, long plan) {
        tx.update("""
            UPDATE usage_months
            SET beyond = CASE WHEN used <= :plan THEN beyond
                              WHEN used - :plan < :amount AND beyond > used - :plan THEN beyond - (used - :plan)
                              WHEN used - :plan >= :amount AND beyond > :amount THEN beyond - :amount
                              ELSE 0 END,
                used = CASE WHEN used > :amount THEN used - :amount ELSE 0 END
            WHERE workspace_id = :workspaceId AND meter = :meter AND month = :month
            """)
                .bind("workspaceId", back.workspaceId())
                .bind("meter", back.meter().key())
                .bind("month", back.month())
                .bind("amount", back.amount())
                .bind("plan", plan)
                .execute();
    }

    /** The use of each meter in a month, and the levels; absent means zero. */
    Map<Meter, Long> used(Tx tx, String workspaceId, String month) {
        Map<Meter, Long> used = new EnumMap<>(Meter.class);
        tx.query("""
            SELECT meter, used FROM usage_months
            WHERE workspace_id = :workspaceId AND ((month = :month AND meter <> :stored) OR month = :level)
            """)
                .bind("workspaceId", workspaceId)
                .bind("month", month)
                .bind("level", Month.LEVEL)
                .bind("stored", Meter.MEDIA_STORAGE.key())
                .map((row, context) -> Map.entry(Meter.ofKey(row.getString("meter")), row.getLong("used")))
                .forEach(entry -> used.put(entry.getKey(), entry.getValue()));
        return used;
    }

    /** Notes that a step of what the plan grants was reached; false when it was noted before of as much. */
    boolean reached(Tx tx, Due due, long granted, long now) {
        return tx.update("""
            INSERT INTO usage_mails (workspace_id, meter, month, step, due_at, sent_at, granted)
            VALUES (:workspaceId, :meter, :month, :step, :now, NULL, :granted)
            ON CONFLICT (workspace_id, meter, month, step) DO UPDATE
            SET due_at = :now, sent_at = NULL, granted = :granted
            WHERE usage_mails.sent_at IS NOT NULL AND usage_mails.granted < :granted
            """)
                        .bind("workspaceId", due.workspaceId())
                        .bind("meter", due.meter().key())
                        .bind("month", due.month())
                        .bind("step", due.step())
                        .bind("granted", granted)
                        .bind("now", now)
                        .execute()
                == 1;
    }

    List<Due> due(Tx tx, int count, long now) {
        return tx.query("""
            SELECT workspace_id, meter, month, step FROM usage_mails
            WHERE sent_at IS NULL AND due_at <= :now ORDER BY due_at, workspace_id, meter, step LIMIT :count
            """)
                .bind("now", now)
                .bind("count", count)
                .map((row, context) -> new Due(
                        row.getString("workspace_id"),
                        Meter.ofKey(row.getString("meter")),
                        row.getString("month"),
                        row.getInt("step")))
                .list();
    }

    /** Claims a mail for one sender until an instant; false when another sender has claimed it. */
    boolean claim(Tx tx, Due due, long now, long until) {
        return tx.update("""
            UPDATE usage_mails SET due_at = :until
            WHERE workspace_id = :workspaceId AND meter = :meter AND month = :month AND step = :step
              AND sent_at IS NULL AND due_at <= :now
            """)
                        .bind("until", until)
                        .bind("workspaceId", due.workspaceId())
                        .bind("meter", due.meter().key())
                        .bind("month", due.month())
                        .bind("step", due.step())
                        .bind("now", now)
                        .execute()
                == 1;
    }

    void sent(Tx tx, Due due, long now) {
        tx.update("""
            UPDATE usage_mails SET sent_at = :now
            WHERE workspace_id = :workspaceId AND meter = :meter AND month = :month AND step = :step
            """)
                .bind("workspaceId", due.workspaceId())
                .bind("meter", due.meter().key())
                .bind("month", due.month())
                .bind("step", due.step())
                .bind("now", now)
                .execute();
    }

    void forget(Tx tx, String workspaceId) {
        tx.update("DELETE FROM usage_months WHERE workspace_id = :workspaceId")
                .bind("workspaceId", workspaceId)
                .execute();
        tx.update("DELETE FROM usage_mails WHERE workspace_id = :workspaceId")
                .bind("workspaceId", workspaceId)
                .execute();
    }
}
