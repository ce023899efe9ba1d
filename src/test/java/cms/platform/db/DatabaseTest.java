package cms.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.testing.Rows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class DatabaseTest {
    private static final int WRITERS = 16;
    private static final int WRITES_EACH = 25;

    @TempDir
    Path folder;

    private Database database;

    @BeforeEach
    void open() {
        database = Database.open(Rows.at(folder.resolve("data/cms.db")));
    }

    @AfterEach
    void close() {
        database.close();
    }

    /** A full disk was a 500; what is written once there is room again counts as ever. */
    @Test
    void aFullDiskIsRefusedAsUnavailableAndPasses() throws Exception {
        assumeFalse(database.isPostgres(), "a server has a disk of its own");
        String much = "x".repeat(500_000);
        limitPages("(SELECT page_count FROM pragma_page_count())");
        Failure refused = catchThrowableOfType(Failure.class, () -> database.writing(tx -> put(tx, "much", much)));
        assertThat(refused.kind()).isEqualTo(FailureKind.UNAVAILABLE);
        assertThat(refused.message()).contains("disk", "full");
        assertThat(refused.retryAfter()).isPresent();
        limitPages("1000000");
        database.writing(tx -> put(tx, "much", much));
        assertThat(database.<String>read(tx -> get(tx, "much"))).isEqualTo(much);
    }

    /** A disk that the system has made read-only, for instance after an error. */
    @Test
    void aDatabaseThatTakesNoWritesIsRefusedAsUnavailableAndPasses() throws Exception {
        assumeFalse(database.isPostgres(), "a server has a disk of its own");
        onWriters("PRAGMA query_only = 1");
        Failure refused = catchThrowableOfType(Failure.class, () -> database.writing(tx -> put(tx, "name", "value")));
        assertThat(refused.kind()).isEqualTo(FailureKind.UNAVAILABLE);
        assertThat(refused.message()).contains("takes no writes");
        onWriters("PRAGMA query_only = 0");
        database.writing(tx -> put(tx, "name", "value"));
        assertThat(database.<String>read(tx -> get(tx, "name"))).isEqualTo("value");
    }

    /** An older jar went to work on the tables of a newer one. */
    @Test
    void tablesOfALaterVersionAreNotTouched() {
        database.writing(tx -> tx.update("""
            INSERT INTO flyway_schema_history
                (installed_rank, version, description, type, script, installed_by, execution_time, success)
            SELECT MAX(installed_rank) + 1, '999', 'later', 'SQL', 'V999__later.sql', 'me', 1, :success
            FROM flyway_schema_history
            """).bind("success", true).execute());
        database.close();
        DatabaseLocation location = Rows.at(folder.resolve("data/cms.db"));
        Failure refused = catchThrowableOfType(Failure.class, () -> Database.open(location));
        assertThat(refused.message()).contains("later version", "999", "up to");
        assertThat(Database.refusal(location))
                .hasValueSatisfying(message -> assertThat(message).contains("999"));
    }

    /** Fails where a migration counts as done because it was applied, whatever its script says by now. */
    @Test
    void tablesThatAnotherScriptHasMadeAreRefused() {
        database.writing(
                tx -> tx.update("UPDATE flyway_schema_history SET checksum = checksum + 1 WHERE installed_rank = 2")
                        .execute());
        database.close();
        DatabaseLocation location = Rows.at(folder.resolve("data/cms.db"));
        assertThatThrownBy(() -> Database.open(location)).hasMessageContaining("checksum mismatch");
    }

    /**
     * An instance that was stopped with SIGSTOP while it took the lease of a build kept all others from building until
     * it went on. Shown to fail without the setting.
     */
    @Test
    @Tag("rows")
    void aServerTakesTheRowsFromWhoStandsStillInATransaction() {
        assumeTrue(database.isPostgres(), "a file is used by one process alone");
        String wait = database.read(tx -> tx.query("SHOW idle_in_transaction_session_timeout")
                .mapTo(String.class)
                .one());
        assertThat(wait).isEqualTo("30s");
    }

    /** Loses counts on PostgreSQL when the turn is not taken. */
    @Test
    @Tag("rows")
    void manyWritersAtOnceAreAllServedAndNoneIsLost() throws Exception {
        try (ExecutorService writers = Executors.newFixedThreadPool(WRITERS)) {
            database.writing(tx -> put(tx, "count", "0"));
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < WRITERS * WRITES_EACH; i++) {
                all.add(writers.submit(() -> database.writing(tx -> {
                    tx.takeLock("count");
                    put(tx, "count", Integer.toString(Integer.parseInt(get(tx, "count")) + 1));
                })));
            }
            for (Future<?> one : all) {
                one.get(50, TimeUnit.SECONDS);
            }
        }
        assertThat(database.<String>read(tx -> get(tx, "count"))).isEqualTo(Integer.toString(WRITERS * WRITES_EACH));
    }

    @Test
    @Tag("rows")
    void theSchedulersConnectionWaitsInsteadOfFailingAsBusy() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        // A wait of SQLite holds its carrier, and on one core the writer would have none.
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            Future<?> writer = threads.submit(() -> database.writing(tx -> {
                put(tx, "a", "1");
                inside.countDown();
                await(mayEnd);
            }));
            await(inside);
            Future<Integer> other = threads.submit(() -> {
                try (var connection = database.dataSource().getConnection();
                        var statement = connection.createStatement()) {
                    return statement.executeUpdate("INSERT INTO instance_facts (name, value) VALUES ('b', '2')");
                }
            });
            if (!database.isPostgres()) { // There a row is locked and not the file, so that nobody waits.
                assertThat(other).isNotDone();
            }
            mayEnd.countDown();
            writer.get(50, TimeUnit.SECONDS);
            assertThat(other.get(50, TimeUnit.SECONDS)).isEqualTo(1);
        }
    }

    /** Fails with the database's own exception, a 500 to the caller, when {@link SqlErrorKind} is taken out. */
    @Test
    @Tag("rows")
    void aRowThatSomebodyElseHasMadeIsAConflictAndNoFault() {
        database.writing(tx -> tx.update("INSERT INTO instance_facts (name, value) VALUES ('a', '1')")
                .execute());
        assertThatThrownBy(() ->
                        database.writing(tx -> tx.update("INSERT INTO instance_facts (name, value) VALUES ('a', '2')")
                                .execute()))
                .isInstanceOfSatisfying(
                        Failure.class, refused -> assertThat(refused.kind()).isEqualTo(FailureKind.CONFLICT));
        assertThatThrownBy(() -> database.writing(tx -> tx.update("""
            INSERT INTO ai_keys (id, workspace_id, user_id, provider, sealed_key, key_hint, created_at)
            VALUES ('k', 'gone', 'gone', 'openai', 's', 'h', 1)
            """).execute()))
                .isInstanceOfSatisfying(
                        Failure.class, refused -> assertThat(refused.message()).contains("removed"));
        assertThat(database.<String>read(tx -> get(tx, "a"))).isEqualTo("1");
    }

    /** Each takes the turn that the other waits for: PostgreSQL ends one of the two, which is then run again. */
    @Test
    @Tag("rows")
    void twoThatWaitForEachOtherAreBothServed() throws Exception {
        CountDownLatch both = new CountDownLatch(database.isPostgres() ? 2 : 1);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = new ArrayList<>();
            for (List<String> order : List.of(List.of("left", "right"), List.of("right", "left"))) {
                all.add(threads.submit(() -> database.writing(tx -> {
                    tx.takeLock(order.getFirst());
                    both.countDown();
                    await(both);
                    tx.takeLock(order.getLast());
                    put(tx, order.getFirst(), "done");
                })));
            }
            for (Future<?> one : all) {
                one.get(30, TimeUnit.SECONDS);
            }
        }
        assertThat(database.<String>read(tx -> get(tx, "left") + get(tx, "right")))
                .isEqualTo("donedone");
    }

    @Test
    @Tag("rows")
    void readersSeeTheStateBeforeAndNeverWaitForAWriter() {
        database.writing(tx -> put(tx, "a", "old"));
        database.writing(tx -> {
            put(tx, "a", "new");
            assertThat(database.<String>read(reader -> get(reader, "a"))).isEqualTo("old");
        });
        assertThat(database.<String>read(tx -> get(tx, "a"))).isEqualTo("new");
    }

    @Test
    @Tag("rows")
    void oneReadSeesOneState() {
        database.writing(tx -> put(tx, "a", "old"));
        database.<Boolean>read(reader -> {
            assertThat(get(reader, "a")).isEqualTo("old");
            database.writing(tx -> put(tx, "a", "new"));
            assertThat(get(reader, "a")).isEqualTo("old");
            return true;
        });
    }

    @Test
    @Tag("rows")
    void anExceptionRollsEverythingBackAndIsPassedOn() {
        List<String> after = new ArrayList<>();
        assertThatThrownBy(() -> database.writing(tx -> {
                    put(tx, "a", "1");
                    tx.afterCommit(() -> after.add("a"));
                    throw new IllegalArgumentException("changed my mind");
                }))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("changed my mind");
        assertThat(database.<String>read(tx -> get(tx, "a"))).isEqualTo("none");
        assertThat(after).isEmpty();
        database.writing(tx -> put(tx, "a", "2"));
        assertThat(database.<String>read(tx -> get(tx, "a"))).isEqualTo("2");
    }

    @Test
    @Tag("rows")
    void whatFollowsACommitSeesItMayWriteItselfAndCannotFailIt() {
        List<String> after = new ArrayList<>();
        database.writing(tx -> {
            put(tx, "a", "1");
            tx.afterCommit(() -> after.add(database.read(reader -> get(reader, "a"))));
            tx.afterCommit(() -> {
                throw new IllegalStateException("expected by this test");
            });
            tx.afterCommit(() -> database.writing(next -> put(next, "b", "2")));
            assertThat(after).isEmpty();
        });
        assertThat(after).containsExactly("1");
        assertThat(database.<String>read(tx -> get(tx, "b"))).isEqualTo("2");
    }

    @Test
    @Tag("rows")
    void aTransactionWithinATransactionIsRefusedAndTheOuterOneIsRolledBack() {
        assertThatThrownBy(() -> database.writing(tx -> {
                    put(tx, "a", "1");
                    database.writing(inner -> put(inner, "b", "2"));
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("already open");
        assertThat(database.<String>read(tx -> get(tx, "a"))).isEqualTo("none");
        database.writing(tx -> put(tx, "a", "3"));
    }

    @Test
    @Tag("rows")
    void aReadThatWritesIsRefused() {
        assertThatThrownBy(() -> database.read(tx -> {
                    put(tx, "a", "1");
                    return true;
                }))
                .rootCause()
                .hasMessageMatching("(?s).*read-?only.*");
        assertThat(database.<String>read(tx -> get(tx, "a"))).isEqualTo("none");
    }

    @Test
    void theSqliteFileAndItsLogAndItsFolderAreTheOwnersOnly() throws IOException {
        assumeFalse(database.isPostgres(), "it is about the file of SQLite");
        try (Database fresh = Database.open(new DatabaseLocation.File(folder.resolve("fresh/cms.db")))) {
            fresh.writing(tx -> put(tx, "a", "1"));
            assertThat(mode("fresh")).isEqualTo("rwx------");
            assertThat(mode("fresh/cms.db")).isEqualTo("rw-------");
            assertThat(mode("fresh/cms.db-wal")).isEqualTo("rw-------");
        }
    }

    @Test
    void aSqliteFileThatOthersMayReadIsClosedToThem() throws IOException {
        assumeFalse(database.isPostgres(), "it is about the file of SQLite");
        database.close();
        Files.setPosixFilePermissions(folder.resolve("data/cms.db"), PosixFilePermissions.fromString("rw-rw-r--"));
        open();
        assertThat(mode("data/cms.db")).isEqualTo("rw-------");
    }

    @Test
    @Tag("rows")
    void rowsAreThereAfterTheNextStart() {
        database.writing(tx -> put(tx, "a", "kept"));
        database.close();
        open();
        assertThat(database.<String>read(tx -> get(tx, "a"))).isEqualTo("kept");
    }

    private String mode(String file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(file)));
    }

    private static void put(Tx tx, String name, String value) {
        tx.update("""
            INSERT INTO instance_facts (name, value) VALUES (:name, :value)
            ON CONFLICT (name) DO UPDATE SET value = :value
            """).bind("name", name).bind("value", value).execute();
    }

    private static String get(Tx tx, String name) {
        return tx.query("SELECT value FROM instance_facts WHERE name = :name")
                .bind("name", name)
                .mapTo(String.class)
                .findOne()
                .orElse("none");
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(50, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    private void limitPages(String pages) throws SQLException {
        long most;
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT " + pages)) {
            most = row.getLong(1);
        }
        onWriters("PRAGMA max_page_count = " + most);
    }

    /** On every connection that writes. */
    private void onWriters(String pragma) throws SQLException {
        try (Connection one = database.dataSource().getConnection();
                Connection other = database.dataSource().getConnection()) {
            for (Connection connection : List.of(one, other)) {
                try (Statement statement = connection.createStatement()) {
                    statement.execute(pragma);
                }
            }
        }
    }
}
