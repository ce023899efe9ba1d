package cms.platform.db;

import cms.platform.failure.Failure;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** The kinds of refusals of a statement or a commit, recognised by the error codes of both databases. */
enum SqlErrorKind {
    /** Another transaction has just made a row with the same key. */
    TAKEN,
    /** The row that it refers to was deleted meanwhile. */
    ORPHANED,
    /** The transaction lost a conflict with others and may simply be run again. */
    LOST;

    private static final Set<String> LOST_STATES = Set.of("40001", "40P01");

    static Optional<SqlErrorKind> of(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLiteException sqlite) {
                return ofSqlite(sqlite.getResultCode());
            }
            if (cause instanceof SQLException sql && sql.getSQLState() != null) {
                return ofState(sql.getSQLState());
            }
        }
        return Optional.empty();
    }

    /** The failure for the caller whose request met another one; no row was changed. */
    Failure failure(RuntimeException cause) {
        String message = switch (this) {
            case TAKEN -> "Somebody else has just done the same; look at what there is, and try again.";
            case ORPHANED -> "What this belongs to has just been removed.";
            case LOST -> "Too many requests changed the same at once; try again.";
        };
        return Failure.conflict(message).causedBy(cause);
    }

    private static Optional<SqlErrorKind> ofSqlite(SQLiteErrorCode code) {
        if (code == SQLiteErrorCode.SQLITE_CONSTRAINT_UNIQUE || code == SQLiteErrorCode.SQLITE_CONSTRAINT_PRIMARYKEY) {
            return Optional.of(TAKEN);
        }
        return code == SQLiteErrorCode.SQLITE_CONSTRAINT_FOREIGNKEY ? Optional.of(ORPHANED) : Optional.empty();
    }

    private static Optional<SqlErrorKind> ofState(String state) {
        if (LOST_STATES.contains(state)) {
            return Optional.of(LOST);
        }
        return switch (state) {
            case "23505" -> Optional.of(TAKEN);
            case "23503" -> Optional.of(ORPHANED);
            default -> Optional.empty();
        };
    }
}
