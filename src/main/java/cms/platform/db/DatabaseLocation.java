package cms.platform.db;

import java.nio.file.Path;

/** Location of the database. */
public sealed interface DatabaseLocation {
    /** One SQLite file in WAL mode, created when missing. */
    record File(Path path) implements DatabaseLocation {}

    /** A PostgreSQL server, {@code postgres://user:password@host:port/name?options}. */
    record Server(String url) implements DatabaseLocation {}
}
