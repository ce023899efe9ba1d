package cms.platform.events;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cms.platform.db.Database;
import cms.platform.jobs.Jobs;
import cms.platform.jobs.Leases;
import cms.testing.ManualClock;
import cms.testing.Rows;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
@Tag("rows")
class AnnouncementsTest {
    @TempDir
    Path folder;

    private final ManualClock clock = ManualClock.quiet();
    private final LinkedBlockingQueue<String> heard = new LinkedBlockingQueue<>();
    private Database database;
    private Jobs jobs;
    private Leases leases;
    private Announcements announcements;

    record Saved(String id, Instant at, Optional<String> by, List<String> locales) {
        static Saved of(String id) {
            return new Saved(id, Instant.EPOCH, Optional.of("ada"), List.of("en", "de"));
        }
    }

    record Deleted(String id) {}

    @BeforeEach
    void open() {
        database = Database.open(Rows.at(folder.resolve("cms.db")));
        build();
    }

    @AfterEach
    void close() {
        jobs.close();
        announcements.close();
        leases.close();
        database.close();
    }

    @Test
    void aListenerWithinSeesTheSameTransactionAndCanRefuseIt() {
        announcements.within(Saved.class, (tx, saved) -> {
            assertThat(tx.query("SELECT value FROM instance_facts WHERE name = 'saved'")
                            .mapTo(String.class)
                            .one())
                    .isEqualTo(saved.id());
            if (saved.id().equals("bad")) {
                throw new IllegalStateException("refused");
            }
        });
        say("good");
        assertThatThrownBy(() -> say("bad")).hasMessage("refused");
        assertThat(database.<String>read(tx -> tx.query("SELECT value FROM instance_facts")
                        .mapTo(String.class)
                        .one()))
                .isEqualTo("good");
    }

    @Test
    void aListenerAfterHearsTheRecordAsItWasAndOnlyItsKind() throws InterruptedException {
        LinkedBlockingQueue<Saved> records = new LinkedBlockingQueue<>();
        announcements.after(Saved.class, "test.saved", records::add);
        database.writing(tx -> announcements.announce(tx, new Deleted("x")));
        say("a");
        assertThat(records.poll(50, TimeUnit.SECONDS)).isEqualTo(Saved.of("a"));
        awaitPending(0);
        assertThat(records).isEmpty();
    }

    @Test
    void nothingIsToldOfWhatWasRolledBack() throws InterruptedException {
        announcements.after(Saved.class, "test.saved", saved -> heard.add(saved.id()));
        assertThatThrownBy(() -> database.writing(tx -> {
                    announcements.announce(tx, Saved.of("rolled back"));
                    throw new IllegalStateException("no");
                }))
                .hasMessage("no");
        say("kept");
        assertThat(next()).isEqualTo("kept");
        assertThat(heard).isEmpty();
    }

    @Test
    void theOrderIsKeptOverFiveHundredInOneMillisecond() throws InterruptedException {
        announcements.after(Saved.class, "test.saved", saved -> heard.add(saved.id()));
        List<String> said = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            int first = i * 5;
            database.writing(tx -> {
                for (int k = first; k < first + 5; k++) {
                    announcements.announce(tx, Saved.of(Integer.toString(k)));
                }
            });
        }
        List<String> order = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            said.add(Integer.toString(i));
            order.add(next());
        }
        assertThat(order).isEqualTo(said);
    }

    @Test
    void aFailureIsToldAgainBeforeAnythingNewer() throws InterruptedException {
        AtomicInteger failures = new AtomicInteger(1);
        announcements.after(Saved.class, "test.saved", saved -> {
            heard.add(saved.id());
            if (failures.getAndDecrement() > 0) {
                throw new IllegalStateException("expected by this test");
            }
        });
        jobs.start();
        say("first");
        assertThat(next()).isEqualTo("first");
        say("second");
        assertThat(heard.poll(300, TimeUnit.MILLISECONDS)).isNull();
        awaitAttempts(1); // The next one is counted from when this one was noted.
        clock.advance(Duration.ofSeconds(11));
        say("third");
        assertThat(List.of(next(), next(), next())).containsExactly("first", "second", "third");
        awaitPending(0);
    }

    /** Shown to fail where an error of one announcement ends the thread: nothing newer is heard until the restart. */
    @Test
    void anErrorIsAFailureAsWell() throws InterruptedException {
        announcements.after(Saved.class, "test.saved", Saved::id, saved -> {
            if (saved.id().equals("bad")) {
                throw new AssertionError("expected by this test");
            }
            heard.add(saved.id());
        });
        say("bad");
        awaitAttempts(1);
        say("good");
        assertThat(next()).isEqualTo("good");
        awaitPending(1);
    }

    /** Shown to fail when the order counts among all of a listener. */
    @Test
    void aFailureHoldsUpWhatIsAboutTheSameAndNothingElse() throws InterruptedException {
        AtomicInteger failures = new AtomicInteger(1);
        announcements.after(Saved.class, "test.saved", saved -> saved.id().substring(0, 1), saved -> {
            if (saved.id().startsWith("a") && failures.getAndDecrement() > 0) {
                throw new IllegalStateException("expected by this test");
            }
            heard.add(saved.id());
        });
        database.writing(
                tx -> List.of("a1", "b1", "a2", "c1", "b2").forEach(id -> announcements.announce(tx, Saved.of(id))));
        assertThat(List.of(next(), next(), next())).containsExactly("b1", "c1", "b2");
        awaitPending(2);
        awaitAttempts(1);
        clock.advance(Duration.ofSeconds(11));
        say("d1");
        assertThat(List.of(next(), next(), next())).containsExactly("a1", "a2", "d1");
        awaitPending(0);
    }

    @Test
    void aRetryNeedsNoNewAnnouncementOnlyTheClock() throws InterruptedException {
        AtomicInteger failures = new AtomicInteger(1);
        announcements.after(Saved.class, "test.saved", saved -> {
            heard.add(saved.id());
            if (failures.getAndDecrement() > 0) {
                throw new IllegalStateException("expected by this test");
            }
        });
        jobs.start();
        say("only");
        next();
        awaitAttempts(1);
        eventually("it is told again", () -> {
            clock.advance(Duration.ofSeconds(11));
            jobs.wake();
            return !heard.isEmpty();
        });
        assertThat(next()).isEqualTo("only");
    }

    @Test
    void whatAlwaysFailsGivesWayAfterTenAttempts() throws InterruptedException {
        announcements.after(Saved.class, "test.saved", saved -> {
            if (saved.id().equals("poison")) {
                throw new IllegalStateException("expected by this test");
            }
            heard.add(saved.id());
        });
        say("poison");
        say("patient");
        for (int attempt = 1; attempt < 10; attempt++) {
            awaitAttempts(attempt);
            assertThat(heard).isEmpty(); // The next attempt waits for the clock.
            clock.advance(Duration.ofMinutes(11));
            say("push");
        }
        awaitAttempts(10);
        clock.advance(Duration.ofMinutes(11));
        say("push");
        assertThat(next()).isEqualTo("patient");
    }

    @Test
    void oneStuckListenerHoldsUpNoOther() throws InterruptedException {
        CountDownLatch stuck = new CountDownLatch(1);
        announcements.after(Saved.class, "test.stuck", saved -> await(stuck));
        announcements.after(Saved.class, "test.saved", saved -> heard.add(saved.id()));
        say("a");
        say("b");
        assertThat(List.of(next(), next())).containsExactly("a", "b");
        stuck.countDown();
        awaitPending(0);
    }

    @Test
    void whatACrashInterruptsIsToldAfterTheRestart() throws InterruptedException {
        announcements.after(Saved.class, "test.saved", saved -> {
            heard.add("before the crash");
            throw new IllegalStateException("expected by this test");
        });
        say("a");
        assertThat(next()).isEqualTo("before the crash");
        awaitAttempts(1);

        restart();
        clock.advance(Duration.ofMinutes(1));
        announcements.after(Saved.class, "test.saved", saved -> heard.add(saved.id()));
        jobs.start();
        assertThat(next()).isEqualTo("a");
        awaitPending(0);
    }

    @Test
    void closeLetsTheRunningOneFinishAndKeepsTheRest() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        announcements.after(Saved.class, "test.saved", saved -> {
            heard.add(saved.id());
            begun.countDown();
            await(mayEnd);
        });
        say("running");
        say("waiting");
        await(begun);
        Thread closing = Thread.ofVirtual().start(announcements::close);
        eventually("it waits for the running one", () -> closing.getState() == Thread.State.TIMED_WAITING);
        mayEnd.countDown();
        closing.join();
        say("after the close");
        assertThat(heard).containsExactly("running");
        assertThat(pending()).isEqualTo(2);
        heard.clear();

        restart();
        announcements.after(Saved.class, "test.saved", saved -> heard.add(saved.id()));
        jobs.start();
        assertThat(List.of(next(), next())).containsExactly("waiting", "after the close");
    }

    /**
     * Everything is due at both before either goes on, and there are twice as many as are read at once. Shown to fail
     * where an instance does not wait for its turn.
     */
    @Test
    void twoInstancesCallAListenerOneAfterTheOtherAndOnceForEachAnnouncement() throws InterruptedException {
        assumeTrue(database.isPostgres());
        CountDownLatch mayGoOn = new CountDownLatch(1);
        AtomicInteger within = new AtomicInteger();
        Consumer<Saved> listener = saved -> {
            await(mayGoOn);
            heard.add(within.incrementAndGet() == 1 ? saved.id() : saved.id() + " beside another");
            within.decrementAndGet();
        };
        announcements.after(Saved.class, "test.saved", listener);
        List<String> said = new ArrayList<>();
        List<String> order = new ArrayList<>();
        try (Leases othersLeases = new Leases(database);
                Announcements others = new Announcements(database, new Jobs(database, clock), othersLeases, clock)) {
            others.after(Saved.class, "test.saved", listener);
            for (int i = 0; i < 200; i++) {
                Saved saved = Saved.of(Integer.toString(i));
                said.add(saved.id());
                Announcements by = i % 2 == 0 ? announcements : others;
                database.writing(tx -> by.announce(tx, saved));
            }
            mayGoOn.countDown();
            while (order.size() < said.size()) {
                order.add(next());
            }
            awaitPending(0);
        }
        order.addAll(heard);
        assertThat(order).isEqualTo(said);
    }

    @Test
    void whatAKilledInstanceWasAboutToTellIsToldOnceItsTurnIsOver() throws InterruptedException {
        assumeTrue(database.isPostgres());
        try (Leases killed = new Leases(database)) {
            assertThat(killed.take("announcements:test.saved")).isPresent();
        }
        announcements.after(Saved.class, "test.saved", saved -> heard.add(saved.id()));
        say("a");
        assertThat(pending()).isEqualTo(1);
        database.writing(tx -> tx.update("UPDATE leases SET expires_at = 1").execute()); // as if seconds had gone by
        assertThat(next()).isEqualTo("a");
        awaitPending(0);
    }

    /** Shown to fail where a listener goes on through what it has read: "b" is then heard here. */
    @Test
    void whoWasTakenForKilledLeavesTheRestToTheOther() throws InterruptedException {
        assumeTrue(database.isPostgres());
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        announcements.after(Saved.class, "test.saved", saved -> {
            heard.add(saved.id());
            begun.countDown();
            await(mayEnd);
        });
        database.writing(tx -> List.of("a", "b").forEach(id -> announcements.announce(tx, Saved.of(id))));
        await(begun);
        database.writing(tx -> tx.update("UPDATE leases SET holder = 'other', expires_at = expires_at + 3600000")
                .execute());
        mayEnd.countDown();
        awaitPending(1);
        assertThat(next()).isEqualTo("a");
        announcements.close();
        assertThat(heard).isEmpty();
    }

    @Test
    void namesOfListenersAreUnique() {
        announcements.after(Saved.class, "test.saved", saved -> {});
        assertThatThrownBy(() -> announcements.after(Deleted.class, "test.saved", deleted -> {}))
                .hasMessageContaining("test.saved");
    }

    private void build() {
        jobs = new Jobs(database, clock);
        leases = new Leases(database);
        announcements = new Announcements(database, jobs, leases, clock);
    }

    private void restart() {
        jobs.close();
        announcements.close();
        leases.close();
        build();
    }

    private void say(String id) {
        database.writing(tx -> {
            tx.update("""
                    INSERT INTO instance_facts (name, value) VALUES ('saved', :id)
                    ON CONFLICT (name) DO UPDATE SET value = :id
                    """).bind("id", id).execute();
            announcements.announce(tx, Saved.of(id));
        });
    }

    private String next() throws InterruptedException {
        String id = heard.poll(50, TimeUnit.SECONDS);
        assertThat(id).isNotNull();
        return id;
    }

    private int pending() {
        return database.read(tx -> tx.query("SELECT COUNT(*) FROM announcements")
                .mapTo(Integer.class)
                .one());
    }

    private void awaitPending(int count) {
        eventually(count + " are pending", () -> pending() == count);
    }

    private void awaitAttempts(int count) {
        eventually(count + " attempts are noted", () -> count == attempts());
    }

    private int attempts() {
        return database.read(tx -> tx.query("SELECT COALESCE(MAX(attempts), 0) FROM announcements")
                .mapTo(Integer.class)
                .one());
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(50, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }
}
