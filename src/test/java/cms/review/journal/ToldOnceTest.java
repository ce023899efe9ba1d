package cms.review.journal;

import static org.assertj.core.api.Assertions.assertThat;

import cms.git.CommitId;
import cms.platform.db.Database;
import cms.review.history.ParsedTrailers;
import cms.testing.Rows;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
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

    @Test
    void theWordOfAnotherCountsForADay() {
        assertThat(isFirst(here, "cr/a", null, ONE)).isTrue();
        now = now.plus(Duration.ofDays(2));
        assertThat(isFirst(there, "cr/a", null, ONE)).isTrue();
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
