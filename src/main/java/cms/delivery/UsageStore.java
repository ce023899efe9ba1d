package cms.delivery;

import cms.delivery.serve.Meters;
import cms.platform.db.Tx;
import java.time.LocalDate;
import java.util.List;

/** SQL of the table {@code delivery_usage}. */
final class UsageStore {
    /** @param day in UTC */
    void add(Tx tx, LocalDate day, Meters.Served served) {
        tx.update("""
                INSERT INTO delivery_usage (project_id, key_id, day, request_count, bandwidth_bytes)
                VALUES (:projectId, :keyId, :day, :requests, :bytes)
                ON CONFLICT (project_id, key_id, day) DO UPDATE SET
                    request_count = delivery_usage.request_count + excluded.request_count,
                    bandwidth_bytes = delivery_usage.bandwidth_bytes + excluded.bandwidth_bytes
                """)
                .bind("projectId", served.projectId())
                .bind("keyId", served.keyId())
                .bind("day", day.toString())
                .bind("requests", served.requests())
                .bind("bytes", served.bytes())
                .execute();
    }

    /** What some projects have sent since the beginning of a day (UTC). */
    long bytesSince(Tx tx, List<String> projectIds, LocalDate first) {
        return tx.query("""
                SELECT COALESCE(SUM(bandwidth_bytes), 0) FROM delivery_usage
                WHERE project_id IN (<projectIds>) AND day >= :first
                """)
                .bindList("projectIds", projectIds)
                .bind("first", first.toString())
                .mapTo(Long.class)
                .one();
    }
}
