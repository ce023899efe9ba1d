package cms.platform.jobs;

import cms.platform.db.Tx;

/** SQL of the table {@code scheduled_tasks} that the scheduler does not write itself. */
final class JobStore {
    /** Gives up every run that is noted as going on; what was due is due still. */
    void giveUpRuns(Tx tx) {
        tx.update("""
                UPDATE scheduled_tasks SET picked = 0, picked_by = NULL, last_heartbeat = NULL WHERE picked = 1
                """).execute();
    }
}
