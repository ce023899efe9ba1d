package cms.platform.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cms.platform.db.Database;
import cms.platform.failure.Failure;
import cms.testing.Rows;
import java.nio.file.Path;
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

    @Test
    void whereThereIsNoOtherInstanceEveryLeaseIsGranted() {
        assumeTrue(!database.isPostgres());
        Lease mine = leases.take("a").orElseThrow();
        assertThat(leases.take("a")).isPresent();
        database.writing(mine::confirm);
    }
}
