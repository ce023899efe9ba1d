package cms.review.journal;

import static org.assertj.core.api.Assertions.assertThat;

import cms.git.Branch;
import cms.git.CommitId;
import cms.platform.db.Database;
import cms.review.history.ParsedTrailers;
import cms.testing.Rows;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What comes to an open change on a remote host, as several instances with journals of their own see it. Shown to fail
 * when each takes its own word for the first, and when nobody believes himself.
 */
@Tag("rows")
class ToldOnceTest {
    private static final CommitId ONE = new CommitId("1".repeat(40));
    private static final CommitId TWO = new CommitId("2".repeat(40));

    private final CursorStore here = new CursorStore("here");
    private final CursorStore there = new CursorStore("there");
    private Instant now = Instant.parse("2026-11-02T08:00:00Z");

    @TempDir
    private Path folder;

    private Database database;

    @BeforeEach
    void open() {
        database = Database.open(Rows.at(folder.resolve("rows.db")));
    }

    @AfterEach
    void close() {
        database.close();
    }

    /** Shown to fail without the second step: nobody tells of an end on the host. */
    @Test
    void whoWasRefusedToEndAChangeLeavesItsEndToAnybody() {
        assertThat(isFirst(here, "cr/a", null, ONE)).isTrue();
        database.writing(tx -> here.willEnd(tx, "p1", "cr/a", now.toEpochMilli()));
        database.writing(tx -> there.willNotEnd(tx, "p1", "cr/a"));
        database.writing(tx -> here.willNotEnd(tx, "p1", "cr/a"));
        assertThat(isFirst(there, "cr/a", ONE, null)).isTrue();
        assertThat(isFirst(here, "cr/a", ONE, null)).isFalse();
    }

    @Test
    void theFirstInstanceTellsAndTheOthersDoNot() {
        assertThat(isFirst(here, "cr/a", null, ONE)).isTrue();
        assertThat(isFirst(there, "cr/a", null, ONE)).isFalse();
        assertThat(isFirst(there, "cr/b", null, ONE)).isTrue();
        assertThat(isFirst(here, "cr/b", null, ONE)).isFalse();
    }

    /** The other one has fetched once where this one has fetched twice. */
    @Test
    void whoSeesTwoMovesAsOneTellsNothingAgain() {
        assertThat(isFirst(here, "cr/a", null, ONE)).isTrue();
        assertThat(isFirst(here, "cr/a", ONE, TWO)).isTrue();
        assertThat(isFirst(there, "cr/a", null, TWO)).isFalse();
    }

    @Test
    void aBranchThatComesBackToACommitIsNewsAgain() {
        for (int i = 0; i < 3; i++) {
            assertThat(isFirst(here, "cr/a", null, ONE)).isTrue();
            assertThat(isFirst(here, "cr/a", ONE, null)).isTrue();
            assertThat(isFirst(there, "cr/a", null, ONE)).isFalse();
            assertThat(isFirst(there, "cr/a", ONE, null)).isFalse();
        }
    }

    /** Shown to fail where what was told counts for a day: each instance with a new folder told every open change. */
    @Test
    void whatAnotherToldOfAnOpenChangeCountsHoweverLongAgoItWas() {
        assertThat(isFirst(here, "cr/a", null, ONE)).isTrue();
        pass(Duration.ofDays(200));
        assertThat(isFirst(here, "cr/b", null, ONE)).isTrue();
        assertThat(isFirst(there, "cr/a", null, ONE)).isFalse();
    }

    @Test
    void whatAnotherToldOfAnEndCountsForNinetyDays() {
        for (String branch : List.of("cr/a", "cr/b")) {
            assertThat(isFirst(here, branch, null, ONE)).isTrue();
            pass(Duration.ofMinutes(1));
            assertThat(isFirst(here, branch, ONE, null)).isTrue();
        }
        pass(Duration.ofDays(80));
        assertThat(isFirst(there, "cr/a", ONE, null)).isFalse();
        pass(Duration.ofDays(20));
        assertThat(isFirst(there, "cr/b", ONE, null)).isTrue();
        assertThat(rows()).as("the end of each").isEqualTo(2);
    }

    @Test
    void aPlaceThatAChangeHasLeftCountsForADay() {
        assertThat(isFirst(here, "cr/a", null, ONE)).isTrue();
        pass(Duration.ofMinutes(1));
        assertThat(isFirst(here, "cr/a", ONE, TWO)).isTrue();
        pass(Duration.ofDays(2));
        assertThat(isFirst(there, "cr/a", TWO, ONE)).isTrue();
    }

    /** Whoever told of it first may be gone for good. */
    @Test
    void aNameThatIsUsedAgainIsNewsAgain() {
        assertThat(isFirst(here, "cr/a", null, ONE)).isTrue();
        pass(Duration.ofMinutes(1));
        assertThat(isFirst(here, "cr/a", ONE, null)).isTrue();
        pass(Duration.ofDays(2));
        assertThat(isFirst(there, "cr/a", null, ONE)).isTrue();
        pass(Duration.ofMinutes(1));
        assertThat(isFirst(there, "cr/a", ONE, null)).isTrue();
    }

    /** Shown to fail where only the first word of a place says when it was told. */
    @Test
    void aChangeThatIsRestoredWithinADayEndsAgain() {
        assertThat(isFirst(here, "cr/a", null, ONE)).isTrue();
        pass(Duration.ofMinutes(1));
        assertThat(isFirst(here, "cr/a", ONE, null)).isTrue();
        pass(Duration.ofHours(1));
        assertThat(isFirst(there, "cr/a", null, ONE)).isFalse();
        pass(Duration.ofDays(5));
        assertThat(isFirst(there, "cr/a", ONE, null)).isTrue();
    }

    @Test
    void anOpenChangeThatAnInstanceHasIsNewsToNoOtherAndHidesNothingThatWasTold() {
        assertThat(isFirst(here, "cr/a", null, TWO)).isTrue();
        database.writing(tx -> here.noteOpen(tx, "p1", List.of(new Branch("cr/a", ONE), new Branch("cr/b", ONE))));
        pass(Duration.ofDays(200));
        assertThat(isFirst(there, "cr/a", null, TWO)).isFalse();
        assertThat(isFirst(there, "cr/b", null, ONE)).isFalse();
        assertThat(isFirst(here, "cr/b", null, ONE)).isTrue();
        assertThat(isFirst(there, "cr/b", ONE, TWO)).isTrue();
    }

    /** The entry of the first fetch comes to the journal later. Shown to fail where it is this instance's own news. */
    @Test
    void aChangeThatWasOpenAsTheProjectWasConnectedIsNobodysNewsUntilItMoves() {
        JournalPosition start = new JournalPosition(ONE.sha(), "", ONE.sha());
        database.writing(tx -> here.begin(tx, "p1", start, List.of(new Branch("cr/a", ONE))));
        assertThat(isFirst(here, "cr/a", null, ONE)).isFalse();
        assertThat(isFirst(there, "cr/a", null, ONE)).isFalse();
        assertThat(isFirst(here, "cr/a", ONE, TWO)).isTrue();
        assertThat(isFirst(there, "cr/a", ONE, TWO)).isFalse();
    }

    private void pass(Duration time) {
        now = now.plus(time);
    }

    private int rows() {
        return database.read(tx -> tx.query("SELECT COUNT(*) FROM told_pushes")
                .mapTo(Integer.class)
                .one());
    }

    private boolean isFirst(CursorStore at, String branch, @Nullable CommitId before, @Nullable CommitId after) {
        Fact fact = new Fact(
                Fact.Kind.UPDATED,
                ONE,
                0,
                branch,
                before,
                after,
                ParsedTrailers.nothing(),
                now,
                new JournalPosition("", "", ""));
        return database.write(tx -> at.isFirst(tx, "p1", fact));
    }
}
