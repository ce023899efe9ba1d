package cms.agent.desk;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.platform.failure.Failure;
import cms.platform.json.Json;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** A call is waited for as long as its tool may take, and what comes later is told. */
class ToolTimeoutTest {
    private static final ToolResult DONE = ToolResult.of(Json.object().put("done", true));

    private final List<ToolResult> late = new CopyOnWriteArrayList<>();
    private final List<Boolean> asked = new CopyOnWriteArrayList<>();

    @Test
    void whatIsDoneInTimeIsAnsweredAndNotToldAgain() {
        assertThat(ToolTimeout.within(
                        Duration.ofMinutes(1),
                        gone -> {
                            asked.add(gone.getAsBoolean());
                            return DONE;
                        },
                        late::add))
                .contains(DONE);
        assertThat(asked).containsExactly(false);
        assertThat(late).isEmpty();
        assertThatThrownBy(() -> ToolTimeout.within(
                        Duration.ofMinutes(1),
                        _ -> {
                            throw Failure.notFound("There is none.");
                        },
                        late::add))
                .isInstanceOf(Failure.class);
    }

    @Test
    void whatTakesLongerIsNotWaitedForAndToldWhenItIsDone() {
        CountDownLatch going = new CountDownLatch(1);
        assertThat(ToolTimeout.within(
                        Duration.ofMillis(1),
                        gone -> {
                            try {
                                going.await();
                            } catch (InterruptedException interrupted) {
                                throw new IllegalStateException(interrupted);
                            }
                            asked.add(gone.getAsBoolean());
                            return DONE;
                        },
                        late::add))
                .isEmpty();
        going.countDown();
        eventually("the late one is told", () -> late.equals(List.of(DONE)));
        assertThat(asked).containsExactly(true);
    }
}
