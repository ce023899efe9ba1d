package cms.agent.turn;

import static org.assertj.core.api.Assertions.assertThat;

import cms.agent.log.TurnLog;
import cms.agent.log.TurnRow;
import cms.agent.model.AgentLimits;
import cms.platform.db.Database;
import cms.testing.ManualClock;
import cms.testing.Rows;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A turn ends at its time: five minutes of a person, two of a program. */
class LiveTurnTest {
    @TempDir
    Path folder;

    private LiveTurn.Cause after(Duration timeout, Duration passed) {
        try (Database database = Database.open(Rows.at(folder.resolve("rows.db")))) {
            ManualClock clock = ManualClock.quiet();
            TurnRow row = new TurnRow(
                    "turn", "conversation", "workspace", 1, "running", "", "none", null, null, clock.instant());
            LiveTurn turn = new LiveTurn(row, new TurnLog("turn", database), timeout, clock);
            clock.advance(passed);
            turn.look();
            return turn.ending();
        }
    }

    @Test
    void aTurnOfAPersonHasFiveMinutesAndOneOfAProgramTwo() {
        assertThat(AgentLimits.CHAT_MAX).isEqualTo(Duration.ofSeconds(300));
        assertThat(AgentLimits.PROGRAM_MAX).isEqualTo(Duration.ofSeconds(120));
        for (Duration most : new Duration[] {AgentLimits.CHAT_MAX, AgentLimits.PROGRAM_MAX}) {
            assertThat(after(most, most.minusSeconds(1))).isEqualTo(LiveTurn.Cause.NONE);
            assertThat(after(most, most.plusSeconds(1))).isEqualTo(LiveTurn.Cause.TIME);
        }
    }
}
