package cms.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.testing.Eventually;
import cms.testing.Rows;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteCommitListener;
import org.sqlite.SQLiteConnection;

@Timeout(120)
class SharedCommitsTest {
    private static final int WRITERS = 16;

    @TempDir
    Path folder;

    private Database database;

    @BeforeEach
    void open() {
        database = Database.open(Rows.inFile(folder.resolve("cms.db")));
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void writersThatWaitShareOneCommit() throws Exception {
        AtomicInteger commits = countCommits();
        Held first = held("first", () -> {});
        List<Held> others = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            others.add(waiting("other-" + i, () -> {}));
        }
        others.forEach(other -> other.mayEnd.countDown());
        int before = commits.get();
        first.end();
        for (Held other : others) {
            other.end();
        }
        assertThat(names()).hasSize(WRITERS + 1);
        assertThat(commits.get() - before).isLessThan(WRITERS);
    }

    @Test
    void nobodyIsAnsweredBeforeTheCommitAndNobodyReadsItSooner() throws Exception {
        Sharing both = sharing(tx -> {});
        assertThat(both.first().answer.isDone()).isFalse();
        assertThat(names()).isEmpty();
        both.second().end();
        both.first().end();
        assertThat(names()).containsExactly("first", "second");
    }

    @Test
    void oneThatFailsIsUndoneAloneAndLeavesAtOnce() throws Exception {
        Held first = held("first", () -> {});
        Held wrong = waiting("wrong", () -> {
            throw new IllegalArgumentException("changed my mind");
        });
        Held third = waiting("third", () -> {});
        first.mayEnd.countDown();
        assertThatThrownBy(wrong::end).rootCause().hasMessage("changed my mind");
        third.end();
        first.end();
        assertThat(names()).containsExactly("first", "third");
    }

    @Test
    void aCommitThatFailsFailsAllOfThemAndTheNextOnesGoOn() throws Exception {
        database.writing(tx -> {
            tx.update("CREATE TABLE parents (id TEXT PRIMARY KEY)").execute();
            tx.update("CREATE TABLE children (parent TEXT REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED)")
                    .execute();
        });
        Sharing both = sharing(tx ->
                tx.update("INSERT INTO children (parent) VALUES ('nobody')").execute());
        assertThatThrownBy(both.second()::end).isInstanceOf(ExecutionException.class);
        assertThatThrownBy(both.first()::end).isInstanceOf(ExecutionException.class);
        assertThat(names()).isEmpty();
        database.writing(tx -> put(tx, "later"));
        assertThat(names()).containsExactly("later");
    }

    @Test
    void everyAnsweredRowIsThereAndNoRefusedOne() throws Exception {
        Set<String> answered = new ConcurrentSkipListSet<>();
        List<Thread> threads = new ArrayList<>();
        for (int writer = 0; writer < WRITERS; writer++) {
            Random random = new Random(writer);
            int number = writer;
            threads.add(Thread.ofVirtual().start(() -> {
                for (int i = 0; i < 100; i++) {
                    String name = number + "-" + i;
                    boolean fails = random.nextInt(3) == 0;
                    try {
                        database.writing(tx -> {
                            put(tx, name);
                            if (fails) {
                                throw new IllegalStateException("expected by this test");
                            }
                        });
                        answered.add(name);
                    } catch (IllegalStateException expected) {
                        assertThat(fails).isTrue();
                    }
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(answered).hasSizeBetween(800, 1300);
        assertThat(names()).containsExactlyElementsOf(new TreeSet<>(answered));
    }

    @Tag("kill")
    @Test
    void everyAnsweredRowSurvivesKill() throws Exception {
        Path file = folder.resolve("killed.db");
        Database.open(new DatabaseLocation.File(file)).close();
        Process child = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Writers.class.getName(),
                        file.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        Set<String> answered = new TreeSet<>();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                if (answered.size() == 500) {
                    child.toHandle().destroyForcibly(); // the process's own would close what it has printed
                }
                if (line.endsWith(".")) {
                    answered.add(line.substring(0, line.length() - 1));
                }
            }
        } finally {
            child.destroyForcibly().waitFor();
        }
        assertThat(answered).hasSizeGreaterThanOrEqualTo(500);
        try (Database left = Database.open(new DatabaseLocation.File(file))) {
            assertThat(names(left)).containsAll(answered);
        }
    }

    /** Prints the name of each row once it has been answered; a whole line ends with a full stop. */
    static final class Writers {
        public static void main(String[] arguments) throws InterruptedException {
            try (Database database = Database.open(new DatabaseLocation.File(Path.of(arguments[0])))) {
                List<Thread> threads = new ArrayList<>();
                for (int writer = 0; writer < WRITERS; writer++) {
                    int number = writer;
                    threads.add(Thread.ofPlatform().start(() -> {
                        for (int i = 0; i < 100_000; i++) {
                            String name = number + "-" + i;
                            database.writing(tx -> put(tx, name));
                            System.out.println(name + ".");
                        }
                    }));
                }
                for (Thread thread : threads) {
                    thread.join();
                }
            }
        }
    }

    /** A writer that is inside its transaction until it may end. */
    private static final class Held {
        private final CountDownLatch inside = new CountDownLatch(1);
        private final CountDownLatch mayEnd = new CountDownLatch(1);
        private final FutureTask<Boolean> answer;

        private Held(Database database, String name, java.util.function.Consumer<Tx> then) {
            answer = new FutureTask<>(() -> database.write(tx -> {
                put(tx, name);
                inside.countDown();
                try {
                    mayEnd.await();
                } catch (InterruptedException stopped) {
                    throw new IllegalStateException(stopped);
                }
                then.accept(tx);
                return true;
            }));
        }

        private void end() throws Exception {
            mayEnd.countDown();
            answer.get(50, TimeUnit.SECONDS);
        }
    }

    private Held held(String name, Runnable then) throws InterruptedException {
        Held held = new Held(database, name, tx -> then.run());
        Thread.ofPlatform().daemon().start(held.answer);
        assertThat(held.inside.await(50, TimeUnit.SECONDS)).isTrue();
        return held;
    }

    private Held waiting(String name, Runnable then) {
        return waiting(name, (Tx tx) -> then.run());
    }

    private Held waiting(String name, java.util.function.Consumer<Tx> then) {
        Held held = new Held(database, name, then);
        Thread thread = Thread.ofPlatform().daemon().start(held.answer);
        Eventually.eventually(name + " waits", () -> thread.getState() == Thread.State.WAITING);
        return held;
    }

    /**
     * Two in one commit. The first waits for the second 5 ms at most, which is tried again where a machine takes
     * longer.
     */
    private Sharing sharing(java.util.function.Consumer<Tx> then) throws Exception {
        for (int attempt = 0; attempt < 50; attempt++) {
            Held first = held("first", () -> {});
            Held second = waiting("second", then);
            first.mayEnd.countDown();
            assertThat(second.inside.await(50, TimeUnit.SECONDS)).isTrue();
            if (names().isEmpty()) {
                return new Sharing(first, second);
            }
            second.mayEnd.countDown();
            Eventually.eventually("both are over", () -> first.answer.isDone() && second.answer.isDone());
            database.writing(tx ->
                    tx.update("DELETE FROM instance_facts WHERE value = 'test'").execute());
        }
        throw new AssertionError("the second never came into the commit of the first");
    }

    private record Sharing(Held first, Held second) {}

    private AtomicInteger countCommits() throws SQLException {
        AtomicInteger commits = new AtomicInteger();
        SQLiteCommitListener listener = new SQLiteCommitListener() {
            @Override
            public void onCommit() {
                commits.incrementAndGet();
            }

            @Override
            public void onRollback() {}
        };
        try (Connection one = database.dataSource().getConnection();
                Connection other = database.dataSource().getConnection()) {
            one.unwrap(SQLiteConnection.class).addCommitListener(listener);
            other.unwrap(SQLiteConnection.class).addCommitListener(listener);
        }
        return commits;
    }

    private static void put(Tx tx, String name) {
        tx.update("INSERT INTO instance_facts (name, value) VALUES (:name, 'test')")
                .bind("name", name)
                .execute();
    }

    private List<String> names() {
        return names(database);
    }

    private static List<String> names(Database database) {
        return database.read(tx -> tx.query("SELECT name FROM instance_facts WHERE value = 'test' ORDER BY name")
                .mapTo(String.class)
                .list());
    }
}
