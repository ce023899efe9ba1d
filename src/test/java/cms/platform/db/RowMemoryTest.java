package cms.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is kept of rows, and what ends it. Each end was shown to fail with what looks for it taken out. */
class RowMemoryTest {
    private static final String ADA = "ada";

    @TempDir
    Path folder;

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicLong reads = new AtomicLong();
    private DatabaseLocation.File location;
    private Database database;
    private RowMemory<String, String> memory;

    @BeforeEach
    void open() {
        location = new DatabaseLocation.File(folder.resolve("cms.db"));
        database = Database.open(location);
        database.writing(tx -> {
            tx.update("CREATE TABLE people (id TEXT PRIMARY KEY)").execute();
            tx.update("CREATE TABLE names (id TEXT PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE, name TEXT)")
                    .execute();
            tx.update("CREATE TABLE others (id TEXT PRIMARY KEY)").execute();
            tx.update("INSERT INTO people (id) VALUES ('ada')").execute();
            tx.update("INSERT INTO names (id, name) VALUES ('ada', 'Ada')").execute();
        });
        memory = database.memoryOf(Set.of("names"), nanos::get);
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void whatDidNotChangeIsReadOnce() {
        assertThat(name()).hasValue("Ada");
        assertThat(name()).hasValue("Ada");
        database.writing(tx -> tx.update("INSERT INTO others (id) VALUES ('x')").execute());
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

    @Test
    void aStatementOfAnyOtherKindMayHaveChangedEverything() {
        name();
        database.writing(tx -> tx.update("WITH x AS (SELECT 'Countess' AS name) UPDATE names SET name = x.name FROM x")
                .execute());
        assertThat(name()).hasValue("Countess");
        database.writing(tx -> tx.update("UPDATE \"names\" SET name = 'Byron'").execute());
        assertThat(name()).hasValue("Byron");
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
    void aChangeThatWasRolledBackIsNone() {
        name();
        assertThatThrownBy(() -> database.writing(tx -> {
                    tx.update("UPDATE names SET name = 'Nobody'").execute();
                    throw new IllegalStateException("broken");
                }))
                .hasMessage("broken");
        assertThat(name()).hasValue("Ada");
    }

    @Test
    void whatAnotherProgramChangesIsSeenWithinASecond() throws Exception {
        name();
        try (Connection other = Database.connect(location);
                var statement = other.createStatement()) {
            statement.executeUpdate("UPDATE names SET name = 'Lovelace'");
        }
        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(name()).hasValue("Lovelace");
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
