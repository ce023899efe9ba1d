package cms.platform.db;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Columns that may be NULL: read in one step, because {@link ResultSet#wasNull} speaks of the last column read. */
public final class Columns {
    private Columns() {}

    /** The instant of a column of epoch milliseconds; null for NULL. */
    public static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        Long millis = number(row, column);
        return millis == null ? null : Instant.ofEpochMilli(millis);
    }

    /** The whole number of a column; null for NULL. */
    public static @Nullable Long number(ResultSet row, String column) throws SQLException {
        long number = row.getLong(column);
        return row.wasNull() ? null : number;
    }

    /** What is bound for an instant: epoch milliseconds, or null for NULL. */
    public static @Nullable Long millis(@Nullable Instant instant) {
        return instant == null ? null : instant.toEpochMilli();
    }
}
