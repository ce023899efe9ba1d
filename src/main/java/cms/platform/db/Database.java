package cms.platform.db;

import cms.platform.failure.Failure;
import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.jdbi.v3.core.statement.ColonPrefixSqlParser;
import org.jdbi.v3.core.statement.SqlParser;
import org.jdbi.v3.core.statement.SqlStatements;
import org.jspecify.annotations.Nullable;

/**
 * The rows of this instance: SQLite by default, PostgreSQL by setting, the same SQL on both.
 *
 * <p>On SQLite writing transactions queue here instead of failing as busy, and those that wait share one commit; reads
 * never wait for them.
 */
public final class Database implements AutoCloseable {
    private static final ScopedValue<TransactionHook> HOOK = ScopedValue.newInstance();

    private static final int ATTEMPTS_MAX = 4;

    /**
     * Pause between two attempts, times the number of the first, plus a random part of the same length, so that the
     * other transaction goes first.
     */
    private static final long PAUSE_NANOS = Duration.ofMillis(20).toNanos();

    /** Shared by all connections, since it caches parsed statements. */
    private static final SqlParser PARSER = new ColonPrefixSqlParser();

    private final DatabaseLocation location;
    private final HikariDataSource readers;
    private final HikariDataSource writers;
    private final Jdbi reading;
    private final Jdbi writing;
    private final boolean oneWriter;
    private final StatementCache kept = new StatementCache();
    private final SharedCommits shared;
    private final ThreadLocal<Boolean> writingHere = ThreadLocal.withInitial(() -> false);
    private final @Nullable FileVersion version;

    private Database(
            DatabaseLocation location,
            HikariDataSource readers,
            HikariDataSource writers,
            @Nullable FileVersion version) {
        this.location = location;
        this.readers = readers;
        this.writers = writers;
        this.reading = Jdbi.create(readers);
        this.writing = Jdbi.create(writers);
        reading.getConfig(SqlStatements.class).setSqlParser(PARSER);
        writing.getConfig(SqlStatements.class).setSqlParser(PARSER);
        this.oneWriter = version != null;
        this.version = version;
        this.shared = new SharedCommits(writing);
        if (oneWriter) {
            reading.setStatementBuilderFactory(kept);
            writing.setStatementBuilderFactory(kept);
        }
    }

    /**
     * Opens the database and brings its tables to this version's state. A server that does not answer yet is waited
     * for.
     *
     * @throws cms.platform.failure.Failure UNAVAILABLE when the server refuses or does not answer for a minute,
     *     CONFLICT when a later version has changed the tables; nothing is changed then
     */
    public static Database open(DatabaseLocation location) {
        Database database = switch (location) {
            case DatabaseLocation.File file -> {
                OwnerOnly.prepare(file.path());
                HikariDataSource writer = Pools.sqliteWriter(file.path());
                yield new Database(location, Pools.sqliteReaders(file.path()), writer, FileVersion.of(file));
            }
            case DatabaseLocation.Server server -> {
                FirstConnection.await(server.url());
                HikariDataSource pool = Pools.postgres(server.url());
                yield new Database(location, pool, pool, null);
            }
        };
        try {
            Migrations.run(location, database.writers);
        } catch (RuntimeException refused) {
            database.close();
            throw refused;
        }
        return database;
    }

    /** A connection outside of the pools, to tables in whatever state they are; the caller closes it. */
    public static Connection connect(DatabaseLocation location) throws SQLException {
        return switch (location) {
            case DatabaseLocation.File file -> DriverManager.getConnection("jdbc:sqlite:" + file.path());
            case DatabaseLocation.Server server -> Pools.connect(server.url());
        };
    }

    /** The reason, in a sentence, why this version must not touch the tables of a database; empty when it may. */
    public static Optional<String> refusal(DatabaseLocation location) {
        return Migrations.refusal(location);
    }

    /** A connection outside of the pools; the caller closes it. */
    Connection connectAlone() throws SQLException {
        return connect(location);
    }

    /**
     * The listener through which instances wake each other, this one too; used on PostgreSQL only, as SQLite serves a
     * single instance.
     */
    public NotificationListener notifications(Runnable rung) {
        return new NotificationListener(this, rung);
    }

    /**
     * Runs {@code work} in one writing transaction; any exception rolls it back and is passed on.
     *
     * <p>Work that reads before it writes calls {@link Tx#takeLock} first, or changes the row that others change as
     * well. Work that loses a deadlock runs again from the start, so it must change nothing but rows.
     *
     * @throws cms.platform.failure.Failure CONFLICT when another transaction has just made the same row or removed the
     *     row it refers to, UNAVAILABLE while the database cannot be reached
     */
    public <T> T write(Function<Tx, T> work) {
        if (writingHere.get()) {
            throw new IllegalStateException("A transaction is already open on this thread: hand its Tx on.");
        }
        writingHere.set(true);
        Committed<T> committed;
        try {
            committed = oneWriter ? commit(work) : commitOrRepeat(work);
        } catch (JdbiException failed) {
            throw Unreachable.orSame(failed);
        } finally {
            writingHere.remove();
        }
        committed.tx().committed();
        return committed.value();
    }

    public void writing(Consumer<Tx> work) {
        write(tx -> {
            work.accept(tx);
            return true;
        });
    }

    /** Runs {@code work} on one consistent state of the rows; a statement that writes is refused. */
    public <T> T read(Function<Tx, T> work) {
        try {
            return reading.inTransaction(handle -> {
                if (!oneWriter) {
                    // Sent together with BEGIN it costs one round trip; Jdbi's own call costs four.
                    handle.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
                }
                return work.apply(new Tx(handle));
            });
        } catch (JdbiException failed) {
            throw Unreachable.orSame(failed);
        }
    }

    /** A cache of rows that ends with the next commit; see {@link RowMemory}. */
    public <K, V> RowMemory<K, V> memory(InstantSource clock) {
        return new RowMemory<>(this, version, clock);
    }

    /**
     * Runs {@code work}. Each of its writing transactions on this thread calls {@code hook}, and the hooks of enclosing
     * calls, before it commits.
     */
    public static <T> T withHook(TransactionHook hook, Supplier<T> work) {
        TransactionHook outer = HOOK.isBound() ? HOOK.get() : tx -> {};
        TransactionHook both = tx -> {
            hook.beforeCommit(tx);
            outer.beforeCommit(tx);
        };
        return ScopedValue.where(HOOK, both).call(work::get);
    }

    /** Runs {@code work} without hooks: its transactions are not part of what the caller does. */
    public static void unaccompanied(Runnable work) {
        ScopedValue.where(HOOK, tx -> {}).run(work);
    }

    /** As {@link #unaccompanied(Runnable)}, for what only prepares a write: the request is not carried out by it. */
    public static <T> T unaccompanied(Supplier<T> work) {
        return ScopedValue.where(HOOK, tx -> {}).call(work::get);
    }

    /** Records in {@code metrics} from now on how long connections are waited for and held. */
    public void measuredBy(MeterRegistry metrics) {
        writers.setMetricRegistry(metrics);
        if (readers != writers) {
            readers.setMetricRegistry(metrics);
        }
    }

    /** Whether an exception was caused by a database that cannot be reached or written for the moment. */
    public static boolean isOutage(Throwable failed) {
        return Unreachable.isOutage(failed);
    }

    /** The data source for libraries that run their own statements (the job scheduler). */
    public DataSource dataSource() {
        return writers;
    }

    public boolean isPostgres() {
        return !oneWriter;
    }

    StatementCache cachedStatements() {
        return kept;
    }

    @Override
    public void close() {
        readers.close();
        writers.close();
        if (version != null) {
            version.close();
        }
    }

    private <T> Committed<T> commitOrRepeat(Function<Tx, T> work) {
        for (int attempt = 1; ; attempt++) {
            try {
                return commit(work);
            } catch (Failure refused) {
                boolean lost = SqlErrorKind.of(refused)
                        .filter(kind -> kind == SqlErrorKind.LOST)
                        .isPresent();
                if (!lost || attempt == ATTEMPTS_MAX) {
                    throw refused;
                }
                LockSupport.parkNanos(
                        attempt * (PAUSE_NANOS + ThreadLocalRandom.current().nextLong(PAUSE_NANOS)));
            }
        }
    }

    private <T> Committed<T> commit(Function<Tx, T> work) {
        try {
            return transaction(work);
        } catch (JdbiException refused) {
            throw SqlErrorKind.of(refused)
                    .<RuntimeException>map(kind -> kind.failure(refused))
                    .orElse(refused);
        }
    }

    private <T> Committed<T> transaction(Function<Tx, T> work) {
        return oneWriter
                ? shared.commit(handle -> worked(handle, work))
                : writing.inTransaction(handle -> worked(handle, work));
    }

    private static <T> Committed<T> worked(Handle handle, Function<Tx, T> work) {
        Tx tx = new Tx(handle);
        T value = work.apply(tx);
        if (HOOK.isBound()) {
            HOOK.get().beforeCommit(tx);
        }
        return new Committed<>(tx, value);
    }

    private record Committed<T>(Tx tx, T value) {}
}
