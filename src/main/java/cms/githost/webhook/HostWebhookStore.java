package cms.githost.webhook;

import cms.platform.db.Tx;

/** SQL of the table {@code host_notices}. */
public final class HostWebhookStore {
    /** Records a webhook; false when it was recorded before. */
    public boolean insert(Tx tx, String deliveryId, long nowMillis) {
        return tx.update("""
                INSERT INTO host_notices (delivery_id, received_at) VALUES (:deliveryId, :now)
                ON CONFLICT (delivery_id) DO NOTHING
                """)
                        .bind("deliveryId", deliveryId)
                        .bind("now", nowMillis)
                        .execute()
                == 1;
    }

    public void deleteOlder(Tx tx, long beforeMillis) {
        tx.update("DELETE FROM host_notices WHERE received_at < :before")
                .bind("before", beforeMillis)
                .execute();
    }
}
