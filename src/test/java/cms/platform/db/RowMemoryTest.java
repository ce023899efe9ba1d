package cms.platform.db;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.ManualClock;
import cms.testing.Rows;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is kept of rows, and what ends it; shown to fail where the version of the file, or the second, is not looked at.
 */
class RowMemoryTest {
    private static final String ADA = "ada";

    @TempDir
    Path folder;

    private final ManualClock clock = ManualClock.quiet();
    private final AtomicLong reads = new AtomicLong();
    private DatabaseLocation.File location;
    private Database database;
    private RowMemory<String, String> memory;

    @BeforeEach
    void open() {
        location = Rows.inFile(folder.resolve("cms.db"));
        database = Database.open(location);
        database.writing(tx -> {
            tx.update("CREATE TABLE people (id TEXT PRIMARY KEY)").execute();
            tx.update("CREATE TABLE names (id TEXT PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE, name TEXT)")
                    .execute();
            tx.update("INSERT INTO people (id) VALUES ('ada')").execute();
            tx.update("INSERT INTO names (id, name) VALUES ('ada', 'Ada')").execute();
        });
        memory = database.memory(clock);
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void whatDidNotChangeIsReadOnce() {
        assertThat(name()).hasValue("Ada");
        assertThat(name()).hasValue("Ada");
        assertThat(reads).hasValue(1);
        assertThat(name()).hasValue("Ada");
        assertThat(reads).hasValue(1);
    }

    @Test
    void aChangeIsSeenByWhoeverAsksNext() {
        name();
        rename("Lovelace");
        assertThat(name()).hasValue("Lovelace");
        database.writing(tx -> tx.query("DELETE FROM names WHERE id = 'ada' RETURNING id")
                .mapTo(String.class)
                .one());
        assertThat(name()).isEmpty();
    }

    @Test
    void aRowThatGoesWithAnotherIsSeenToGo() {
        name();
        database.writing(tx -> tx.update("DELETE FROM people WHERE id = 'ada'").execute());
        assertThat(name()).isEmpty();
    }

    /** Whoever read before the change and keeps what it read after it must not hide it. */
    @Test
    void aChangeDuringTheReadingIsSeenByTheNext() {
        Optional<String> old = memory.get(ADA, tx -> {
            Optional<String> read = read(tx);
            rename("Lovelace");
            return read;
        });
        assertThat(old).hasValue("Ada");
        assertThat(name()).hasValue("Lovelace");
    }

    @Test
    void whatAnotherProgramChangesIsSeenAtOnce() throws Exception {
        name();
        try (Connection other = Database.connect(location);
                var statement = other.createStatement()) {
            statement.executeUpdate("UPDATE names SET name = 'Lovelace'");
        }
        assertThat(name()).hasValue("Lovelace");
    }

    /** What was read may have been decided by the clock as well, for instance that a plan has not ended. */
    @Test
    void whatWasReadEndsWithItsSecond() {
        name();
        clock.advance(Duration.ofSeconds(1));
        name();
        assertThat(reads).hasValue(2);
    }

    @Test
    void itKeepsNoMoreThanSomeHundred() {
        Function<Tx, Optional<String>> any = tx -> {
            reads.incrementAndGet();
            return Optional.of("any");
        };
        for (int i = 0; i < 10_000; i++) {
            memory.get("key " + i, any);
        }
        assertThat(memory.size()).isLessThanOrEqualTo(256);
        assertThat(reads).hasValue(10_000);
    }

    private void rename(String name) {
        database.writing(tx ->
                tx.update("UPDATE names SET name = :name").bind("name", name).execute());
    }

    private Optional<String> name() {
        return memory.get(ADA, this::read);
    }

    private Optional<String> read(Tx tx) {
        reads.incrementAndGet();
        return tx.query("SELECT name FROM names WHERE id = 'ada'")
                .mapTo(String.class)
                .findOne();
    }
}
