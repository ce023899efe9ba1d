package cms.platform.db;

import cms.platform.failure.Failure;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Set;
import org.jdbi.v3.core.JdbiException;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Distinguishes a database that cannot be reached or written for a while from a statement that is wrong. */
final class Unreachable {
    private static final Duration COME_BACK = Duration.ofSeconds(5);

    /** Disk full, I/O error, and read-only: of the server, of its transactions. */
    private static final Set<String> DISK_STATES = Set.of("53100", "58030", "25006");

    private static final Set<Integer> DISK_CODES = Set.of(
            SQLiteErrorCode.SQLITE_FULL.code,
            SQLiteErrorCode.SQLITE_IOERR.code,
            SQLiteErrorCode.SQLITE_READONLY.code,
            SQLiteErrorCode.SQLITE_CANTOPEN.code);

    /** The bits of an extended result code of SQLite with its primary code. */
    private static final int PRIMARY_CODE = 0xff;

    private Unreachable() {}

    static RuntimeException orSame(JdbiException failed) {
        for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
            if (isGone(cause)) {
                return Failure.unavailable("The database cannot be reached at the moment; try again.")
                        .withRetryAfter(COME_BACK)
                        .causedBy(failed);
            }
            if (cannotWrite(cause)) {
                return Failure.unavailable("The disk of the database is full or takes no writes; nothing was changed."
                                + " Free some space and try again.")
                        .withRetryAfter(COME_BACK)
                        .causedBy(failed);
            }
        }
        return failed;
    }

    static boolean isOutage(Throwable failed) {
        for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
            if (isGone(cause) || cannotWrite(cause)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isGone(Throwable cause) {
        return cause instanceof SQLTransientConnectionException
                || cause instanceof SQLException sql && meansGone(sql.getSQLState());
    }

    /** Class 08 is about the connection, 57P0x about a server that stops or starts, 53300 about too many clients. */
    private static boolean meansGone(@Nullable String state) {
        return state != null && (state.startsWith("08") || state.startsWith("57P0") || state.equals("53300"));
    }

    /**
     * Whether the disk of the database is full, failing or read-only, by the codes of both databases; all of them can
     * be repaired.
     */
    private static boolean cannotWrite(Throwable cause) {
        if (cause instanceof SQLiteException sqlite) {
            return DISK_CODES.contains(sqlite.getResultCode().code & PRIMARY_CODE);
        }
        return cause instanceof SQLException sql && DISK_STATES.contains(String.valueOf(sql.getSQLState()));
    }
}
