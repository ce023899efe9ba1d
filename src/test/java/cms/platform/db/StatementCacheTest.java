package cms.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import cms.testing.Rows;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Statements that are kept for the next time answer like new ones, whatever has happened to them or around them. */
@Timeout(60)
class StatementCacheTest {
    /** Readers, the writer, and the connection of the scheduler. */
    private static final int CONNECTIONS_MAX = 6;

    private static final String NAMES = "SELECT name, value FROM instance_facts WHERE name LIKE 'k%' ORDER BY name";

    @TempDir
    Path folder;

    private Database database;

    @BeforeEach
    void open() {
        database = Database.open(Rows.at(folder.resolve("cms.db")));
        for (String name : List.of("k1", "k2", "k3")) {
            put(name, "old");
        }
    }

    @AfterEach
    void close() {
        database.close();
    }

    /** Shown to fail when a statement is given back under another text than it is asked for. */
    @Test
    void aTextThatIsRunAgainIsKept() {
        assumeFalse(database.isPostgres(), "there the driver keeps them");
        database.read(tx -> {
            assertThat(value(tx, "k1")).isEqualTo("old");
            int parsed = database.cachedStatements().parsed();
            assertThat(value(tx, "k2")).isEqualTo("old");
            assertThat(value(tx, "none")).isEqualTo("none");
            assertThat(database.cachedStatements().parsed()).isEqualTo(parsed);
            return true;
        });
    }

    /** Shown to fail without the bound. */
    @Test
    @Tag("rows")
    void ofManyTextsOnlySomeAreKeptAndAllAnswer() {
        for (int round = 0; round < 2; round++) {
            for (int number = 0; number < (CONNECTIONS_MAX + 2) * StatementCache.KEPT_MAX; number++) {
                String text = "SELECT " + number + " + :more";
                assertThat(database.<Integer>read(tx -> tx.query(text)
                                .bind("more", 1)
                                .mapTo(Integer.class)
                                .one()))
                        .isEqualTo(number + 1);
            }
        }
        assertThat(database.cachedStatements().count()).isLessThanOrEqualTo(CONNECTIONS_MAX * StatementCache.KEPT_MAX);
    }

    /** Shown to fail (a statement that is in use is run again) when a kept one is not taken out of its pool. */
    @Test
    @Tag("rows")
    void aTextMayBeRunWhileItsOwnRowsAreBeingRead() {
        names();
        List<String> seen = database.read(tx -> {
            try (Stream<String> rows = tx.query(NAMES).map((row, context) -> row.getString("name")).stream()) {
                return rows.map(name -> name + " of " + count(tx)).toList();
            }
        });
        assertThat(seen).containsExactly("k1 of 3", "k2 of 3", "k3 of 3");
    }

    @Test
    @Tag("rows")
    void aTextThatWasNotReadToItsEndSeesTheNextState() {
        for (int round = 0; round < 3; round++) {
            String value = "round " + round;
            put("k1", value);
            assertThat(database.<String>read(tx -> tx.query(NAMES)
                            .map((row, context) -> row.getString("value"))
                            .findFirst()
                            .orElseThrow()))
                    .isEqualTo(value);
        }
    }

    /** One that is still open would hold the state that it has seen, and the log could never be emptied. */
    @Test
    void whatIsKeptHoldsNoState() throws SQLException {
        assumeFalse(database.isPostgres(), "it is about the log of SQLite");
        database.read(tx ->
                tx.query(NAMES).map((row, context) -> row.getString("name")).findFirst());
        put("k1", "new");
        try (var connection = database.dataSource().getConnection();
                var statement = connection.createStatement();
                var row = statement.executeQuery("PRAGMA wal_checkpoint(TRUNCATE)")) {
            assertThat(row.next()).isTrue();
            assertThat(row.getInt(1)).as("busy").isZero();
        }
    }

    @Test
    @Tag("rows")
    void aTextThatHasFailedCanBeRunAgain() {
        for (int round = 0; round < 2; round++) {
            assertThat(absolute(-3)).isEqualTo(3);
            assertThatThrownBy(() -> absolute(Long.MIN_VALUE)).hasMessageMatching("(?s).*(overflow|out of range).*");
            assertThat(absolute(-4)).isEqualTo(4);
        }
    }

    @Test
    @Tag("rows")
    void aRowThatIsThereAlreadyDoesNotSpoilTheTextThatPutsThem() {
        for (int round = 0; round < 2; round++) {
            assertThatThrownBy(() -> database.writing(tx -> insert(tx, "k1"))).isInstanceOf(RuntimeException.class);
            String fresh = "m" + round;
            database.writing(tx -> insert(tx, fresh));
        }
        assertThat(database.<List<String>>read(
                        tx -> tx.query("SELECT name FROM instance_facts WHERE name LIKE 'm%' ORDER BY name")
                                .mapTo(String.class)
                                .list()))
                .containsExactly("m0", "m1");
    }

    @Test
    @Tag("rows")
    void aReaderThatThrowsAtARowLeavesNothingBehind() {
        for (int round = 0; round < 3; round++) {
            assertThatThrownBy(() -> database.read(tx -> tx.query(NAMES)
                            .map((row, context) -> {
                                throw new IllegalArgumentException("expected by this test");
                            })
                            .list()))
                    .hasMessage("expected by this test");
            put("k2", "after " + round);
            assertThat(names()).contains("k2 after " + round);
        }
    }

    /** Shown to fail ("statement is not executing") when a statement that has failed is kept. */
    @Test
    @Tag("rows")
    void aTableThatIsMadeAnewAnswersUnderTheSameText() {
        String all = "SELECT * FROM passing";
        change("CREATE TABLE passing (a TEXT, b TEXT)", "INSERT INTO passing (a, b) VALUES ('1', '2')");
        assertThat(row(all)).isEqualTo("1 and 2");
        change("DROP TABLE passing");
        assertThatThrownBy(() -> row(all)).isInstanceOf(RuntimeException.class);
        change("CREATE TABLE passing (b TEXT, c TEXT, a TEXT)", "INSERT INTO passing (a, b, c) VALUES ('3', '4', '5')");
        assertThat(row(all)).isEqualTo("3 and 4");
        change("ALTER TABLE passing ADD COLUMN d TEXT");
        assertThat(row(all)).isEqualTo("3 and 4");
    }

    private void change(String... texts) {
        database.writing(tx -> List.of(texts).forEach(text -> tx.update(text).execute()));
    }

    private String row(String text) {
        return database.read(tx -> tx.query(text)
                .map((row, context) -> row.getString("a") + " and " + row.getString("b"))
                .one());
    }

    private List<String> names() {
        return database.read(tx -> tx.query(NAMES)
                .map((row, context) -> row.getString("name") + " " + row.getString("value"))
                .list());
    }

    private long absolute(long number) {
        return database.read(tx -> tx.query("SELECT abs(:number)")
                .bind("number", number)
                .mapTo(Long.class)
                .one());
    }

    private static String value(Tx tx, String name) {
        return tx.query("SELECT value FROM instance_facts WHERE name = :name")
                .bind("name", name)
                .mapTo(String.class)
                .findOne()
                .orElse("none");
    }

    private static int count(Tx tx) {
        return tx.query(NAMES).map((row, context) -> 1).list().size();
    }

    private static void insert(Tx tx, String name) {
        tx.update("INSERT INTO instance_facts (name, value) VALUES (:name, 'v')")
                .bind("name", name)
                .execute();
    }

    private void put(String name, String value) {
        database.writing(
                tx -> tx.update("""
                INSERT INTO instance_facts (name, value) VALUES (:name, :value)
                ON CONFLICT (name) DO UPDATE SET value = :value
                """).bind("name", name).bind("value", value).execute());
    }
}
