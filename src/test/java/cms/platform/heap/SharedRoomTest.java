package cms.platform.heap;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A room of 100 bytes: 80 for large works, 20 for those of 5 and less. */
@Timeout(60)
class SharedRoomTest {
    private final SharedRoom room = new SharedRoom(100, Duration.ZERO);
    private final SharedRoom patient = new SharedRoom(100, Duration.ofMinutes(1));

    private static boolean take(SharedRoom room, String owner, long bytes) {
        return room.within(owner, part -> {
            part.take(bytes);
            return true;
        });
    }

    @Test
    void worksGiveBackWhatTheyHaveTakenHoweverTheyEnd() {
        for (int times = 0; times < 3; times++) {
            assertThat(take(room, "ada", 80)).isTrue();
            assertThatThrownBy(() -> room.within("ada", part -> {
                        part.take(3);
                        part.take(77);
                        throw new IllegalStateException("it fails");
                    }))
                    .hasMessage("it fails");
        }
    }

    @Test
    void largeWorksKeepNoLittleOneOut() {
        room.within("ada", part -> {
            part.take(80);
            assertThat(take(room, "bo", 5)).isTrue();
            assertThatThrownBy(() -> take(room, "bo", 6))
                    .isInstanceOfSatisfying(
                            Failure.class, refused -> assertThat(refused.kind()).isEqualTo(FailureKind.UNAVAILABLE));
            return true;
        });
        assertThat(take(room, "bo", 6)).isTrue();
    }

    @Test
    void aWorkThatNeedsMoreThanThereIsMayTakeAllOfIt() {
        room.within("ada", part -> {
            part.takeUpToMax(50);
            part.takeUpToMax(500);
            part.takeUpToMax(1);
            assertThatThrownBy(() -> take(room, "bo", 6)).isInstanceOf(Failure.class);
            return true;
        });
        assertThat(take(room, "bo", 80)).isTrue();
    }

    @Test
    void littleWorksAreBoundedTogetherAsWell() {
        room.within("ada", one -> {
            one.take(5);
            return room.within("ada", two -> {
                two.take(5);
                return room.within("ada", three -> {
                    three.take(5);
                    return room.within("ada", four -> {
                        four.take(5);
                        assertThatThrownBy(() -> take(room, "bo", 1)).isInstanceOf(Failure.class);
                        four.take(1); // is a large one now, with all that it holds
                        return take(room, "bo", 5);
                    });
                });
            });
        });
    }

    /** Fails where a work keeps what it holds while it waits: two that grow wait for each other. */
    @Test
    void oneThatFindsNoRoomBeginsAgainOnceThereIs() throws InterruptedException {
        CountDownLatch holding = new CountDownLatch(1);
        CountDownLatch enough = new CountDownLatch(1);
        AtomicInteger begun = new AtomicInteger();
        Thread holder = Thread.ofVirtual()
                .start(() -> patient.within("ada", part -> {
                    part.take(50);
                    holding.countDown();
                    await(enough);
                    part.take(30);
                    return true;
                }));
        holding.await();
        Thread waiting = Thread.ofVirtual()
                .start(() -> patient.within("bo", part -> {
                    part.take(30);
                    if (begun.incrementAndGet() == 1) {
                        enough.countDown();
                    }
                    part.take(30);
                    return true;
                }));
        holder.join();
        waiting.join();
        assertThat(begun.get()).isBetween(1, 2);
        assertThat(take(patient, "ada", 80)).isTrue();
    }

    /**
     * Shown to fail where the first in line, which is large, may not pass itself with the little that it begins with.
     */
    @Test
    void aLargeWorkThatIsFirstInLineEndsThoughLittleOnesWereInItsWay() throws InterruptedException {
        AtomicInteger begun = new AtomicInteger();
        CountDownLatch holding = new CountDownLatch(1);
        CountDownLatch enough = new CountDownLatch(1);
        Thread ada = Thread.ofVirtual()
                .unstarted(() -> patient.within("ada", part -> {
                    begun.incrementAndGet();
                    part.take(1);
                    part.take(79);
                    return true;
                }));
        patient.within("cy", large -> {
            large.take(80);
            ada.start();
            eventually("she waits", () -> patient.waiting() == 1);
            Thread.ofVirtual().start(() -> holdLittle(4, holding, enough));
            await(holding);
            return true;
        });
        eventually("she has begun again", () -> begun.get() == 2);
        enough.countDown();
        ada.join();
        assertThat(begun.get()).isEqualTo(3);
        assertThat(patient.waiting()).isZero();
    }

    private boolean holdLittle(int works, CountDownLatch holding, CountDownLatch enough) {
        if (works == 0) {
            holding.countDown();
            await(enough);
            return true;
        }
        return patient.within("bo", part -> {
            part.take(5);
            return holdLittle(works - 1, holding, enough);
        });
    }

    @Test
    void thoseThatWaitGoInTurnByOwner() throws InterruptedException {
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        patient.within("cy", part -> {
            part.take(80);
            for (String owner : List.of("ada", "ada", "ada", "bo")) {
                int before = patient.waiting();
                threads.add(Thread.ofVirtual()
                        .start(() -> patient.within(owner, one -> {
                            one.take(80);
                            return order.add(owner);
                        })));
                eventually("it waits", () -> patient.waiting() == before + 1);
            }
            return true;
        });
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(order).containsExactly("ada", "bo", "ada", "ada");
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }
}
