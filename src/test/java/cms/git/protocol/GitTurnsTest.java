package cms.git.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.limits.Limits;
import cms.platform.limits.SlidingWindows;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GitTurnsTest {
    private static final int AT_ONCE = 16;

    private final GitTurns turns = new GitTurns(new SlidingWindows(InstantSource.system()));

    @Test
    void onePersonHasSomePushesAtOnceAndNobodyElseNoticesIt() {
        List<GitTurns.RequestTurn> running = new ArrayList<>();
        for (int i = 0; i < AT_ONCE; i++) {
            running.add(turns.take("ada", true));
        }

        assertThatThrownBy(() -> turns.take("ada", true)).isInstanceOfSatisfying(Failure.class, refused -> {
            assertThat(refused.kind()).isEqualTo(FailureKind.RATE_LIMITED);
            assertThat(refused.retryAfter()).isPresent();
        });
        turns.take("ada", false).close();
        turns.take("bo", true).close();
        running.removeLast().close();
        turns.take("ada", true).close();
    }

    @Test
    void aPersonHasSoManyPushesInAMinute() {
        for (int i = 0; i < Limits.GIT_PUSHES.rate().count(); i++) {
            turns.take("ada", true).close();
        }

        assertThatThrownBy(() -> turns.take("ada", true)).isInstanceOf(Failure.class);
        turns.take("bo", true).close();
    }
}
