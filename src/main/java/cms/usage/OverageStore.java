package cms.usage;

import cms.platform.db.Tx;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * SQL of the tables {@code overage_switches} and {@code spend_limits}, and of the column {@code beyond} of
 * {@code usage_months}.
 */
final class OverageStore {
    Set<Meter> on(Tx tx, String workspaceId) {
        Set<Meter> on = EnumSet.noneOf(Meter.class);
        tx.query("SELECT meter FROM overage_switches WHERE workspace_id = :workspaceId")
                .bind("workspaceId", workspaceId)
                .mapTo(String.class)
                .forEach(key -> on.add(Meter.ofKey(key)));
        return on;
    }

    /** @param hour from which stored media is charged */
    void switchOn(Tx tx, String workspaceId, Meter meter, long hour) {
        tx.update("""
            INSERT INTO overage_switches (workspace_id, meter, sampled_hour) VALUES (:workspaceId, :meter, :hour)
            ON CONFLICT (workspace_id, meter) DO NOTHING
            """)
                .bind("workspaceId", workspaceId)
                .bind("meter", meter.key())
                .bind("hour", hour)
                .execute();
    }

    void switchOff(Tx tx, String workspaceId, Meter meter) {
        tx.update("DELETE FROM overage_switches WHERE workspace_id = :workspaceId AND meter = :meter")
                .bind("workspaceId", workspaceId)
                .bind("meter", meter.key())
                .execute();
    }

    void switchAllOff(Tx tx, String workspaceId) {
        tx.update("DELETE FROM overage_switches WHERE workspace_id = :workspaceId")
                .bind("workspaceId", workspaceId)
                .execute();
    }

    /** Workspaces whose stored media was not charged up to an hour yet. */
    List<String> unsampled(Tx tx, long hour, int count) {
        return tx.query("""
            SELECT workspace_id FROM overage_switches WHERE meter = :meter AND sampled_hour < :hour
            ORDER BY sampled_hour, workspace_id LIMIT :count
            """)
                .bind("meter", Meter.MEDIA_STORAGE.key())
                .bind("hour", hour)
                .bind("count", count)
                .mapTo(String.class)
                .list();
    }

    /**
     * Sets the hour up to which stored media is charged, and returns the last one before; empty when another instance
     * was first.
     */
    Optional<Long> sample(Tx tx, String workspaceId, long hour) {
        Optional<Long> since = tx.query("""
            SELECT sampled_hour FROM overage_switches
            WHERE workspace_id = :workspaceId AND meter = :meter AND sampled_hour < :hour
            """)
                .bind("workspaceId", workspaceId)
                .bind("meter", Meter.MEDIA_STORAGE.key())
                .bind("hour", hour)
                .mapTo(Long.class)
                .findOne();
        return since.filter(last -> tx.update("""
            UPDATE overage_switches SET sampled_hour = :hour
            WHERE workspace_id = :workspaceId AND meter = :meter AND sampled_hour = :last
            """)
                        .bind("hour", hour)
                        .bind("workspaceId", workspaceId)
                        .bind("meter", Meter.MEDIA_STORAGE.key())
                        .bind("last", last)
                        .execute()
                == 1);
    }

    Optional<Long> limit(Tx tx, String workspaceId) {
        return tx.query("SELECT cents FROM spend_limits WHERE workspace_id = :workspaceId")
                .bind("workspaceId", workspaceId)
                .mapTo(Long.class)
                .findOne();
    }

    /** The spend limit; locks its row, so that other transactions that are about to spend wait for this one. */
    Optional<Long> lockedLimit(Tx tx, String workspaceId) {
        return tx.query("UPDATE spend_limits SET cents = cents WHERE workspace_id = :workspaceId RETURNING cents")
                .bind("workspaceId", workspaceId)
                .mapTo(Long.class)
                .findOne();
    }

    void putLimit(Tx tx, String workspaceId, long cents) {
        tx.update("""
            INSERT INTO spend_limits (workspace_id, cents) VALUES (:workspaceId, :cents)
            ON CONFLICT (workspace_id) DO UPDATE SET cents = excluded.cents
            """).bind("workspaceId", workspaceId).bind("cents", cents).execute();
    }

    void dropLimit(Tx tx, String workspaceId) {
        tx.update("DELETE FROM spend_limits WHERE workspace_id = :workspaceId")
                .bind("workspaceId", workspaceId)
                .execute();
    }

    /** The use beyond the plan in a month by meter, in the smallest unit; absent means none. */
    Map<Meter, Long> beyond(Tx tx, String workspaceId, String month) {
        Map<Meter, Long> beyond = new EnumMap<>(Meter.class);
        tx.query("""
            SELECT meter, beyond FROM usage_months
            WHERE workspace_id = :workspaceId AND month = :month AND beyond > 0
            """)
                .bind("workspaceId", workspaceId)
                .bind("month", month)
                .map((row, context) -> Map.entry(Meter.ofKey(row.getString("meter")), row.getLong("beyond")))
                .forEach(entry -> beyond.put(entry.getKey(), entry.getValue()));
        return beyond;
    }

    /** The use beyond the plan of all workspaces since a month, in order, behind a given row. */
    List<Overages.Beyond> beyondSince(Tx tx, String month, Overages.Beyond after, int count) {
        return tx.query("""
            SELECT workspace_id, meter, month, beyond FROM usage_months
            WHERE beyond > 0 AND month >= :since AND month <> :level
              AND (month, workspace_id, meter) > (:month, :workspaceId, :meter)
            ORDER BY month, workspace_id, meter LIMIT :count
            """)
                .bind("since", month)
                .bind("level", Month.LEVEL)
                .bind("month", after.month())
                .bind("workspaceId", after.workspaceId())
                .bind("meter", after.meter().key())
                .bind("count", count)
                .map((row, context) -> new Overages.Beyond(
                        row.getString("workspace_id"),
                        Meter.ofKey(row.getString("meter")),
                        row.getString("month"),
                        row.getLong("beyond")))
                .list();
    }

    void forget(Tx tx, String workspaceId) {
        switchAllOff(tx, workspaceId);
        dropLimit(tx, workspaceId);
    }
}
