package cms.platform.db;

import cms.platform.failure.Failure;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import org.jdbi.v3.core.JdbiException;
import org.jspecify.annotations.Nullable;

/** Tells a database that cannot be reached, which passes, from a statement that is wrong, which does not. */
final class Unreachable {
    private static final Duration COME_BACK = Duration.ofSeconds(5);

    private Unreachable() {}

    static RuntimeException orSame(JdbiException failed) {
        for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLTransientConnectionException
                    || cause instanceof SQLException sql && meansGone(sql.getSQLState())) {
                return Failure.unavailable("The database cannot be reached at the moment; try again.")
                        .withRetryAfter(COME_BACK)
                        .causedBy(failed);
            }
        }
        return failed;
    }

    /** Class 08 is about the connection, 57P0x about a server that stops or starts, 53300 about too many clients. */
    private static boolean meansGone(@Nullable String state) {
        return state != null && (state.startsWith("08") || state.startsWith("57P0") || state.equals("53300"));
    }
}
