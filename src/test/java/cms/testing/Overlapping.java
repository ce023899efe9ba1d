package cms.testing;

import static cms.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.sql.Connection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The transaction of another instance, which has changed rows and has not committed yet. */
public final class Overlapping {
    private Overlapping() {}

    /** Skips the test on SQLite; for tests that call {@link #transaction}. */
    public static void assumePossible() {
        assumeTrue(Rows.canBeShared(), "on SQLite transactions that write follow each other");
    }

    /**
     * Executes statements in a transaction, begins some work, and commits once the work waits for one of those rows.
     *
     * @return the result of the work
     */
    public static <T> T transaction(TestApp app, List<String> statements, Callable<T> work) throws Exception {
        try (Connection other = app.rows();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            other.setAutoCommit(false);
            for (String statement : statements) {
                other.createStatement().execute(statement);
            }
            Future<T> result = threads.submit(work);
            eventually("the work waits for the transaction", () -> waiting(app) > 0);
            other.commit();
            return result.get();
        }
    }

    private static long waiting(TestApp app) {
        return app.doors().rows().read(tx -> tx.query("""
                SELECT COUNT(*) FROM pg_stat_activity
                WHERE datname = current_database() AND wait_event_type = 'Lock'
                """).mapTo(Long.class).one());
    }
}
