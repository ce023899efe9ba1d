package cms.delivery.count;

import cms.platform.db.Tx;
import java.time.LocalDate;

/** SQL of the table {@code delivery_usage}. */
public final class DeliveryUsageStore {
    public void add(Tx tx, Served served) {
        tx.update("""
            INSERT INTO delivery_usage (workspace_id, project_id, key_id, day, request_count, bandwidth_bytes)
            VALUES (:workspaceId, :projectId, :keyId, :day, :requests, :bytes)
            ON CONFLICT (project_id, key_id, day) DO UPDATE SET
                request_count = delivery_usage.request_count + excluded.request_count,
                bandwidth_bytes = delivery_usage.bandwidth_bytes + excluded.bandwidth_bytes
            """)
                .bind("workspaceId", served.workspaceId())
                .bind("projectId", served.projectId())
                .bind("keyId", served.keyId())
                .bind("day", LocalDate.ofEpochDay(served.day()).toString())
                .bind("requests", served.requests())
                .bind("bytes", served.bytes())
                .execute();
    }
}
