package cms.git.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Eventually;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class FetchTurnsTest {
    private final FetchTurns turns = new FetchTurns(4);
    private final AtomicInteger began = new AtomicInteger();

    private Thread begin(String person) {
        return Thread.ofVirtual().start(() -> {
            try (FetchTurns.FetchTurn turn = turns.take(person)) {
                began.incrementAndGet();
            }
        });
    }

    private static void awaitWaiting(Thread thread) {
        Eventually.eventually("waits", () -> thread.getState() == Thread.State.WAITING);
    }

    @Test
    void aPersonComputesWithHalfOfTheProcessorsAndNobodyElseNoticesIt() throws Exception {
        try (FetchTurns.FetchTurn one = turns.take("ada");
                FetchTurns.FetchTurn two = turns.take("ada")) {
            Thread third = begin("ada");
            awaitWaiting(third);
            begin("bo").join();
            assertThat(began).hasValue(1);
            one.close();
            third.join();
            assertThat(turns.take("ada")).isNotNull();
            assertThat(two).isNotNull();
        }
    }

    @Test
    void whoWaitsForAClientThatDoesNotReadLetsOthersGoOn() throws Exception {
        FetchTurns single = new FetchTurns(1);
        OutputStream slow = new OutputStream() {
            @Override
            public void write(int octet) {
                throw new AssertionError();
            }

            @Override
            public void write(byte[] bytes, int offset, int length) {
                Thread others = Thread.ofVirtual().start(() -> {
                    single.take("bo").close();
                    single.take("ada").close();
                });
                Eventually.eventually("others go on", () -> !others.isAlive());
                began.incrementAndGet();
            }
        };
        try (FetchTurns.FetchTurn turn = single.take("ada")) {
            turn.outside(slow).write(new byte[10_000]);
            assertThat(began).hasValue(1);
        }
    }

    @Test
    void aClientThatGoesAwayTakesNoTurnWithIt() throws IOException {
        OutputStream broken = new OutputStream() {
            @Override
            public void write(int octet) throws IOException {
                throw new IOException("gone");
            }
        };
        for (int i = 0; i < 10; i++) {
            try (FetchTurns.FetchTurn turn = turns.take("ada")) {
                turn.outside(broken).write(new byte[10_000]);
            } catch (IOException gone) {
                began.incrementAndGet();
            }
        }
        assertThat(began).hasValue(10);
    }
}
