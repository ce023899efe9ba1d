package cms.monitoring;

import cms.platform.db.Tx;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** SQL that counts due rows in the queues of other rooms; each statement reads an index of rows that have not ended. */
final class QueueStore {
    private static final List<Source> SOURCES = List.of(
            new Source(
                    "announcements",
                    "SELECT COUNT(*) AS n, MIN(due_at) AS oldest FROM announcements WHERE due_at <= :now"),
            new Source("webhooks", """
                SELECT COUNT(*) AS n, MIN(due_at) AS oldest FROM webhook_deliveries
                WHERE finished_at IS NULL AND due_at <= :now
                """),
            new Source("usage-mails", """
                SELECT COUNT(*) AS n, MIN(due_at) AS oldest FROM usage_mails WHERE sent_at IS NULL AND due_at <= :now
                """),
            new Source(
                    "meter-reports",
                    "SELECT COUNT(*) AS n, MIN(made_at) AS oldest FROM meter_reports WHERE ended_at IS NULL AND"
                            + " made_at <= :now"));

    private record Source(String name, String sql) {}

    private QueueStore() {}

    static List<String> names() {
        return SOURCES.stream().map(Source::name).toList();
    }

    /** @param now epoch milliseconds */
    static Map<String, Backlog> read(Tx tx, long now) {
        return SOURCES.stream().collect(Collectors.toMap(Source::name, source -> read(tx, source.sql(), now)));
    }

    private static Backlog read(Tx tx, String sql, long now) {
        return tx.query(sql)
                .bind("now", now)
                .map((row, context) -> {
                    long oldest = row.getLong("oldest");
                    return new Backlog(row.getLong("n"), row.wasNull() ? 0 : Math.max(0, now - oldest) / 1e3);
                })
                .one();
    }
}
