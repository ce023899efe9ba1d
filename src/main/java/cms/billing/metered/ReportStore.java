package cms.billing.metered;

import cms.platform.db.Columns;
import cms.platform.db.Tx;
import cms.usage.Meter;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.YearMonth;
import java.util.List;

/** SQL of the table {@code meter_reports}. */
final class ReportStore {
    private static final String COLUMNS = """
        workspace_id, meter, month, from_units, to_units, customer_id, made_at, tried_at FROM meter_reports
        """;
    private static final String WHERE_SAME = """
        WHERE workspace_id = :workspaceId AND meter = :meter AND month = :month AND from_units = :from
        """;

    /** The highest number of units of a month for which there are reports. */
    long reported(Tx tx, String workspaceId, Meter meter, String month) {
        return tx.query("""
            SELECT COALESCE(MAX(to_units), 0) FROM meter_reports
            WHERE workspace_id = :workspaceId AND meter = :meter AND month = :month
            """)
                .bind("workspaceId", workspaceId)
                .bind("meter", meter.key())
                .bind("month", month)
                .mapTo(Long.class)
                .one();
    }

    /** Adds a report, unless another instance has added it in the meantime. */
    void add(Tx tx, MeterReport report) {
        tx.update("""
            INSERT INTO meter_reports (workspace_id, meter, month, from_units, to_units, customer_id, made_at, is_told)
            VALUES (:workspaceId, :meter, :month, :from, :to, :customerId, :now, 0)
            ON CONFLICT (workspace_id, meter, month, from_units) DO NOTHING
            """)
                .bind("workspaceId", report.workspaceId())
                .bind("meter", report.meter().key())
                .bind("month", report.month().toString())
                .bind("from", report.from())
                .bind("to", report.to())
                .bind("customerId", report.customerId())
                .bind("now", report.madeAt().toEpochMilli())
                .execute();
    }

    /** The reports that are still to be sent, oldest first. */
    List<MeterReport> waiting(Tx tx, int count) {
        return tx.query("SELECT " + COLUMNS
                        + " WHERE ended_at IS NULL ORDER BY made_at, workspace_id, meter, month, from_units"
                        + " LIMIT :count")
                .bind("count", count)
                .map((row, context) -> report(row))
                .list();
    }

    void tried(Tx tx, MeterReport report, Instant at) {
        same(tx, report, "UPDATE meter_reports SET tried_at = :now " + WHERE_SAME, at);
    }

    /** Ends a report: the provider has it, or does not take it any more. */
    void ended(Tx tx, MeterReport report, boolean isReported, Instant now) {
        same(
                tx,
                report,
                "UPDATE meter_reports SET ended_at = :now, is_told = " + (isReported ? 1 : 0) + " " + WHERE_SAME,
                now);
    }

    /** The units of the same customer, meter and month that were reported until an instant. */
    long reported(Tx tx, MeterReport like, Instant until) {
        return tx.query("""
            SELECT COALESCE(SUM(to_units - from_units), 0) FROM meter_reports
            WHERE workspace_id = :workspaceId AND meter = :meter AND month = :month AND customer_id = :customerId
              AND is_told = 1 AND ended_at <= :until
            """)
                .bind("workspaceId", like.workspaceId())
                .bind("meter", like.meter().key())
                .bind("month", like.month().toString())
                .bind("customerId", like.customerId())
                .bind("until", until.toEpochMilli())
                .mapTo(Long.class)
                .one();
    }

    /** One sent report of each workspace, meter, month and customer since a month. */
    List<MeterReport> samples(Tx tx, String since, int count) {
        return tx.query("SELECT " + COLUMNS + """
             r WHERE is_told = 1 AND month >= :since AND NOT EXISTS (
                SELECT 1 FROM meter_reports later
                WHERE later.workspace_id = r.workspace_id AND later.meter = r.meter AND later.month = r.month
                  AND later.customer_id = r.customer_id AND later.is_told = 1 AND later.from_units > r.from_units)
            ORDER BY month DESC, workspace_id, meter LIMIT :count
            """)
                .bind("since", since)
                .bind("count", count)
                .map((row, context) -> report(row))
                .list();
    }

    private static void same(Tx tx, MeterReport report, String sql, Instant now) {
        tx.update(sql)
                .bind("now", now.toEpochMilli())
                .bind("workspaceId", report.workspaceId())
                .bind("meter", report.meter().key())
                .bind("month", report.month().toString())
                .bind("from", report.from())
                .execute();
    }

    private static MeterReport report(ResultSet row) throws SQLException {
        return new MeterReport(
                row.getString("workspace_id"),
                Meter.find(row.getString("meter")).orElseThrow(),
                YearMonth.parse(row.getString("month")),
                row.getLong("from_units"),
                row.getLong("to_units"),
                row.getString("customer_id"),
                Instant.ofEpochMilli(row.getLong("made_at")),
                Columns.instant(row, "tried_at"));
    }
}
