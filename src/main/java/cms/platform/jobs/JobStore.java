package cms.platform.jobs;

import cms.platform.db.Tx;

/** SQL of the table {@code scheduled_tasks} that the scheduler does not write itself. */
final class JobStore {
    /** Ends every recorded run, so that its job is due again. */
    void giveUpRuns(Tx tx) {
        tx.update("""
                UPDATE scheduled_tasks SET picked = 0, picked_by = NULL, last_heartbeat = NULL WHERE picked = 1
                """).execute();
    }
}
