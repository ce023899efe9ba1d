package cms.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.testing.Rows;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows that join the transactions of others. */
@Tag("rows")
class TransactionHookTest {
    @TempDir
    Path folder;

    private Database database;

    @BeforeEach
    void open() {
        database = Database.open(Rows.at(folder.resolve("cms.db")));
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void aHooksRowsCommitWithTheWorkAndKnowWhatItMade() {
        Database.withHook(tx -> put(tx, "log", tx.concerned("facts").orElse("nothing")), () -> {
            database.writing(tx -> {
                put(tx, "work", "done");
                tx.concerns("facts", "work");
            });
            return true;
        });
        assertThat(names()).containsExactly("log", "work");
        assertThat(database.<String>read(tx -> value(tx, "log"))).isEqualTo("work");
    }

    @Test
    void theyGoWhenTheWorkIsRolledBack() {
        assertThatThrownBy(() -> Database.withHook(
                        tx -> put(tx, "log", "x"),
                        () -> database.write(tx -> {
                            put(tx, "work", "done");
                            throw new IllegalStateException("broken");
                        })))
                .hasMessage("broken");
        assertThat(names()).isEmpty();
    }

    @Test
    void theWorkIsRolledBackWhenTheyCannotBeWritten() {
        assertThatThrownBy(() -> Database.withHook(
                        tx -> {
                            throw new IllegalStateException("the log is full");
                        },
                        () -> database.write(tx -> put(tx, "work", "done"))))
                .hasMessage("the log is full");
        assertThat(names()).isEmpty();
    }

    @Test
    void readsOtherThreadsAndWhatComesAfterwardsAreNotAccompanied() {
        List<String> heard = new ArrayList<>();
        Database.withHook(tx -> heard.add("joined"), () -> {
            database.read(tx -> tx.concerned("facts"));
            Thread other = Thread.ofVirtual().start(() -> database.writing(tx -> put(tx, "other", "x")));
            try {
                other.join();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
            return true;
        });
        database.writing(tx -> put(tx, "later", "x"));
        assertThat(heard).isEmpty();
    }

    private static boolean put(Tx tx, String name, String value) {
        return tx.update("INSERT INTO instance_facts (name, value) VALUES (:name, :value)")
                        .bind("name", name)
                        .bind("value", value)
                        .execute()
                == 1;
    }

    private static String value(Tx tx, String name) {
        return tx.query("SELECT value FROM instance_facts WHERE name = :name")
                .bind("name", name)
                .mapTo(String.class)
                .one();
    }

    private List<String> names() {
        return database.read(tx -> tx.query("SELECT name FROM instance_facts ORDER BY name")
                .mapTo(String.class)
                .list());
    }
}
