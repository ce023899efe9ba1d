package cms.monitoring;

import cms.platform.db.Tx;

/** SQL of the row by which the database shows that it takes a write. */
final class ProbeStore {
    private ProbeStore() {}

    static void write(Tx tx, String now) {
        tx.update("""
            INSERT INTO instance_facts (name, value) VALUES ('readiness-probe', :now)
            ON CONFLICT (name) DO UPDATE SET value = :now
            """).bind("now", now).execute();
    }
}
