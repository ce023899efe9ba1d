package cms.platform.events;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cms.platform.db.Database;
import cms.testing.Rows;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Shown to fail by reading from the highest number seen instead of the oldest open transaction (PostgreSQL), and by
 * sending before the commit.
 */
@Timeout(60)
@Tag("rows")
class SignalsTest {
    @TempDir
    Path folder;

    private final List<String> here = new CopyOnWriteArrayList<>();
    private final List<String> there = new CopyOnWriteArrayList<>();
    private Database database;
    private Signals signals;
    private Signals others;

    record Revoked(String id) {}

    /** Nobody here listens to it. */
    record Renamed(String id) {}

    @BeforeEach
    void open() {
        database = Database.open(Rows.at(folder.resolve("rows.db")));
        signals = hearing(here);
        others = hearing(there);
        signals.start();
        others.start();
    }

    @AfterEach
    void close() {
        signals.close();
        others.close();
        database.close();
    }

    @Test
    void isHeardHereOnceTheTransactionHasCommittedAndNeverAfterARollback() {
        database.writing(tx -> {
            signals.send(tx, new Revoked("a"));
            assertThat(here).isEmpty();
        });
        assertThat(here).containsExactly("a");
        assertThatThrownBy(() -> database.writing(tx -> {
                    signals.send(tx, new Revoked("b"));
                    throw new IllegalStateException("rolled back");
                }))
                .hasMessage("rolled back");
        signals.send(new Revoked("c"));
        assertThat(here).containsExactly("a", "c");
    }

    @Test
    void aListenerThatFailsKeepsNobodyFromHearing() {
        signals.on(Revoked.class, broken -> {
            throw new IllegalStateException("broken");
        });
        signals.on(Revoked.class, late -> here.add("late " + late.id()));
        signals.send(new Revoked("a"));
        assertThat(here).containsExactly("a", "late a");
    }

    @Test
    void nothingIsWrittenWhereThereIsNoOtherInstance() {
        assumeTrue(!database.isPostgres());
        signals.send(new Revoked("a"));
        assertThat(database.<Integer>read(tx -> tx.query("SELECT COUNT(*) FROM signals")
                        .mapTo(Integer.class)
                        .one()))
                .isZero();
    }

    @Test
    void anotherInstanceHearsEachOnceAndInOrder() {
        assumeTrue(database.isPostgres());
        List<String> sent = IntStream.range(0, 50).mapToObj(Integer::toString).toList();
        sent.subList(0, 25).forEach(id -> signals.send(new Revoked(id)));
        database.writing(tx -> sent.subList(25, 50).forEach(id -> signals.send(tx, new Revoked(id))));
        eventually("all are heard", () -> there.size() >= sent.size());
        signals.send(new Revoked("last"));
        eventually("the last is heard", () -> there.contains("last"));
        assertThat(there.subList(0, 50)).isEqualTo(sent);
        assertThat(there).hasSize(51);
        assertThat(here).hasSize(51);
    }

    /** The one that began first commits last: a reader that only counts upwards would never see it. */
    @Test
    void whatCommitsLateIsNotLost() throws InterruptedException {
        assumeTrue(database.isPostgres());
        CountDownLatch written = new CountDownLatch(1);
        CountDownLatch mayCommit = new CountDownLatch(1);
        Thread slow = Thread.ofVirtual()
                .start(() -> database.writing(tx -> {
                    signals.send(tx, new Revoked("slow"));
                    written.countDown();
                    await(mayCommit);
                }));
        await(written);
        for (String quick : List.of("quick 1", "quick 2")) {
            signals.send(new Revoked(quick));
            eventually(quick, () -> there.contains(quick));
        }
        assertThat(there).containsExactly("quick 1", "quick 2");
        mayCommit.countDown();
        slow.join();
        eventually("the slow one is heard", () -> there.contains("slow"));
        assertThat(there).containsExactly("quick 1", "quick 2", "slow");
    }

    /**
     * Shown to fail where reading what cannot be read ends the look: what came after it in the same look was never
     * heard; and without the gap.
     */
    @Test
    void whatAnotherVersionSendsIsPassedOverOrReadAnewAndHoldsUpNothing() {
        assumeTrue(database.isPostgres());
        others.onGap(() -> there.add("read anew"));
        database.writing(tx -> {
            signals.send(tx, new Renamed("of a later version"));
            signals.send(tx, new Revoked("a"));
        });
        eventually("what follows an unknown one is heard", () -> there.contains("a"));
        assertThat(there).containsExactly("a");
        SignalStore store = new SignalStore();
        database.writing(tx -> {
            store.insert(tx, new SignalStore.Row("of another shape", 0, 1, "later", "Revoked", "{\"id\":{}}"));
            store.insert(tx, new SignalStore.Row("no JSON", 0, 2, "later", "Revoked", "id"));
            store.insert(tx, new SignalStore.Row("readable", 0, 3, "later", "Revoked", "{\"id\":\"b\",\"by\":1}"));
        });
        eventually("everything is read anew", () -> there.contains("read anew"));
        assertThat(there).containsExactly("a", "b", "read anew");
    }

    /** Shown to fail where the failure ends the look: what was read has been counted as read, and nobody hears it. */
    @Test
    void whatWasReadIsDeliveredWhereOldSignalsCannotBeDeleted() {
        assumeTrue(database.isPostgres());
        SignalReader reader = new SignalReader(database, new SignalStore(), "third", Duration.ZERO);
        database.writing(tx -> {
            tx.update("""
                    INSERT INTO signals (id, txid, position, origin, kind, body, sent_at)
                    VALUES ('old', 0, 0, 'gone', 'Revoked', '{}', 0)
                    """).execute();
            tx.update("CREATE TABLE needed (signal TEXT REFERENCES signals (id))")
                    .execute();
            tx.update("INSERT INTO needed (signal) VALUES ('old')").execute();
        });
        signals.send(new Revoked("a"));
        assertThat(reader.read().rows()).extracting(SignalStore.Row::body).containsExactly("{\"id\":\"a\"}");
    }

    private Signals hearing(List<String> heard) {
        Signals made = new Signals(database);
        made.on(Revoked.class, revoked -> heard.add(revoked.id()));
        return made;
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }
}
