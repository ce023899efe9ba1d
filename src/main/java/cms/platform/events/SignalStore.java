package cms.platform.events;

import cms.platform.db.Tx;
import java.util.List;

/** SQL of the table {@code signals}, which only PostgreSQL uses; all times are those of the database's clock. */
final class SignalStore {
    private static final String NOW = "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)";

    /** @param position order of the signals of one transaction */
    record Row(String id, long txid, long position, String origin, String kind, String body) {}

    /**
     * A point in the sequence of transactions before which all are decided.
     *
     * @param txid every transaction with a smaller number has committed visibly, or will never commit
     */
    record Horizon(long txid, long nowMillis) {}

    void insert(Tx tx, Row row) {
        tx.update("""
                INSERT INTO signals (id, txid, position, origin, kind, body, sent_at)
                VALUES (:id, CAST(CAST(pg_current_xact_id() AS TEXT) AS BIGINT), :position, :origin, :kind, :body, %s)
                """.formatted(NOW))
                .bind("id", row.id())
                .bind("position", row.position())
                .bind("origin", row.origin())
                .bind("kind", row.kind())
                .bind("body", row.body())
                .execute();
    }

    Horizon horizon(Tx tx) {
        return tx.query("""
                SELECT CAST(CAST(pg_snapshot_xmin(pg_current_snapshot()) AS TEXT) AS BIGINT) AS txid, %s AS now
                """.formatted(NOW))
                .map((row, context) -> new Horizon(row.getLong("txid"), row.getLong("now")))
                .one();
    }

    /** The signals that other instances sent from a horizon on; the caller may have read some of them before. */
    List<Row> since(Tx tx, Horizon horizon, String origin) {
        return tx.query("""
                SELECT id, txid, position, origin, kind, body FROM signals
                WHERE txid >= :txid AND origin <> :origin
                ORDER BY txid, position
                """)
                .bind("txid", horizon.txid())
                .bind("origin", origin)
                .map((row, context) -> new Row(
                        row.getString("id"),
                        row.getLong("txid"),
                        row.getLong("position"),
                        row.getString("origin"),
                        row.getString("kind"),
                        row.getString("body")))
                .list();
    }

    void forgetOlder(Tx tx, long millis) {
        tx.update("DELETE FROM signals WHERE sent_at < " + NOW + " - :millis")
                .bind("millis", millis)
                .execute();
    }
}
