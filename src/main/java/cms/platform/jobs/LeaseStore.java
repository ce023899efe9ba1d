package cms.platform.jobs;

import cms.platform.db.Tx;
import java.util.Collection;

/** SQL of the table {@code leases}, which only PostgreSQL uses; all times are those of the database's clock. */
final class LeaseStore {
    private static final String NOW = "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)";

    /** Takes a lease; false while another instance holds it. */
    boolean take(Tx tx, String name, String holder, long millis) {
        return tx.update("""
                INSERT INTO leases (name, holder, expires_at) VALUES (:name, :holder, %1$s + :millis)
                ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
                WHERE leases.expires_at < %1$s
                """.formatted(NOW))
                        .bind("name", name)
                        .bind("holder", holder)
                        .bind("millis", millis)
                        .execute()
                == 1;
    }

    void renew(Tx tx, Collection<String> holders, long millis) {
        tx.update("UPDATE leases SET expires_at = " + NOW + " + :millis WHERE holder IN (<holders>)")
                .bindList("holders", holders)
                .bind("millis", millis)
                .execute();
    }

    /** Whether the holder still has the lease, which no other can take before the transaction ends. */
    boolean isHeld(Tx tx, String name, String holder) {
        return tx.query("SELECT 1 FROM leases WHERE name = :name AND holder = :holder FOR UPDATE")
                .bind("name", name)
                .bind("holder", holder)
                .mapTo(Integer.class)
                .findOne()
                .isPresent();
    }

    void giveBack(Tx tx, String name, String holder) {
        tx.update("DELETE FROM leases WHERE name = :name AND holder = :holder")
                .bind("name", name)
                .bind("holder", holder)
                .execute();
    }
}
