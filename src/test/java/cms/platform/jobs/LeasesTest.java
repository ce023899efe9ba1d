package cms.platform.jobs;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cms.platform.db.Database;
import cms.platform.failure.Failure;
import cms.testing.Rows;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two instances that want the same. Shown to fail by granting every lease, and by confirming without looking. */
@Tag("rows")
class LeasesTest {
    @TempDir
    Path folder;

    private Database database;
    private Leases leases;
    private Leases others;

    @BeforeEach
    void open() {
        database = Database.open(Rows.at(folder.resolve("rows.db")));
        leases = new Leases(database);
        others = new Leases(database);
    }

    @AfterEach
    void close() {
        leases.close();
        others.close();
        database.close();
    }

    @Test
    void oneInstanceHoldsItUntilItGivesItBack() {
        assumeTrue(database.isPostgres());
        Lease mine = leases.take("a").orElseThrow();
        assertThat(others.take("a")).isEmpty();
        assertThat(leases.take("a")).isEmpty();
        assertThat(others.await("a", () -> false)).isEmpty();
        assertThat(others.take("b")).isPresent();
        database.writing(mine::confirm);
        mine.close();
        assertThat(others.take("a")).isPresent();
    }

    @Test
    void whoFellSilentLosesItAndCanCommitNothingAnyMore() {
        assumeTrue(database.isPostgres());
        Lease silent = leases.take("a").orElseThrow();
        database.writing(tx -> tx.update("UPDATE leases SET expires_at = 1").execute()); // as if 20 seconds had gone by
        Lease taken = others.take("a").orElseThrow();
        assertThatThrownBy(() -> database.writing(silent::confirm)).isInstanceOf(Failure.class);
        silent.close();
        database.writing(taken::confirm);
    }

    /** Shown to fail where all are renewed for one time. */
    @Test
    void aLeaseOfAShorterLifeIsRenewedForThatLife() {
        assumeTrue(database.isPostgres());
        try (Lease mine = leases.await("a", Duration.ofSeconds(5), () -> false).orElseThrow()) {
            long taken = secondsLeft();
            database.writing(tx -> tx.update("UPDATE leases SET expires_at = 1").execute());
            eventually("it is renewed", () -> secondsLeft() > 0);
            assertThat(List.of(taken, secondsLeft())).allMatch(seconds -> seconds <= 5);
            database.writing(mine::confirm);
        }
    }

    /** By the clock of the database. */
    private long secondsLeft() {
        return database.read(tx -> tx.query("""
                        SELECT CAST(CEIL(expires_at / 1000.0 - EXTRACT(EPOCH FROM clock_timestamp())) AS BIGINT) FROM leases
                        """).mapTo(Long.class).one());
    }

    @Test
    void whereThereIsNoOtherInstanceEveryLeaseIsGranted() {
        assumeTrue(!database.isPostgres());
        Lease mine = leases.take("a").orElseThrow();
        assertThat(leases.take("a")).isPresent();
        database.writing(mine::confirm);
    }
}
