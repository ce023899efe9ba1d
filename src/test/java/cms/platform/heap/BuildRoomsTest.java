package cms.platform.heap;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.platform.failure.Failure;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Shown to fail where each build has a room of its own, whatever the others hold. */
class BuildRoomsTest {
    private static final long ALL = 3_200;
    private static final long LITTLE = 100;
    private static final Duration WAIT = Duration.ofMinutes(1);

    private final BuildRooms rooms = new BuildRooms(ALL);

    @Test
    void buildsThatFitTogetherRunSideBySideAndOneAloneIsBoundedByItsCaller() {
        String both = rooms.run("ada", WAIT, one -> {
            one.take(ALL / 2);
            return rooms.run("ada", WAIT, two -> {
                two.take(ALL / 2);
                return "both";
            });
        });
        assertThat(both).isEqualTo("both");
        assertThat(rooms.<String>run("ada", WAIT, one -> {
                    one.take(ALL);
                    one.take(ALL / 4);
                    return "alone";
                }))
                .isEqualTo("alone");
    }

    @Test
    void aBuildWithoutRoomWaitsForTheLargeOneAndBeginsAgain() throws Exception {
        AtomicInteger begun = new AtomicInteger();
        AtomicReference<BuildRooms.@Nullable Room> last = new AtomicReference<>();
        CountDownLatch end = new CountDownLatch(1);
        FutureTask<String> large = begin(end, ALL - LITTLE);
        FutureTask<String> waits = start(() -> rooms.run("ada", WAIT, room -> {
            begun.incrementAndGet();
            last.set(room);
            room.take(LITTLE);
            room.take(ALL / 2);
            return "later";
        }));
        eventually("it is refused", () -> {
            BuildRooms.Room room = last.get();
            return room != null && room.isRefused();
        });
        assertThat(isLargeLetIn()).isFalse();
        assertThat(rooms.<String>run("ada", WAIT, room -> {
                    room.take(LITTLE);
                    return "a little one passes";
                }))
                .isEqualTo("a little one passes");
        assertThat(begun).hasValue(1);
        end.countDown();
        assertThat(large.get()).isEqualTo("ended");
        assertThat(waits.get()).isEqualTo("later");
        assertThat(begun).hasValue(2);
        assertThat(isLargeLetIn()).isTrue();
    }

    @Test
    void aBuildThatWaitsTooLongIsSentAwayAndOthersComeInItsPlace() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        FutureTask<String> large = begin(end, ALL);
        assertThatThrownBy(() -> rooms.<String>run("ada", Duration.ofMillis(1), room -> {
                    room.take(ALL / 2);
                    return "never";
                }))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("Other large sites are built at this moment");
        end.countDown();
        assertThat(large.get()).isEqualTo("ended");
        assertThat(isLargeLetIn()).isTrue();
    }

    @Test
    void whatEndsABuildIsThrownAndItsRoomIsFree() {
        assertThatThrownBy(() -> rooms.<String>run("ada", WAIT, room -> {
                    room.take(ALL);
                    throw Failure.unprocessable("too long");
                }))
                .hasMessage("too long");
        assertThat(isLargeLetIn()).isTrue();
    }

    /** Shown to fail where the bytes count for ever: no large build would run any more. */
    @Test
    void aThreadOfABuildThatBrokeOffTakesNothingAfterItsEnd() {
        AtomicReference<BuildRooms.@Nullable Room> broken = new AtomicReference<>();
        assertThatThrownBy(() -> rooms.<String>run("ada", WAIT, room -> {
                    broken.set(room);
                    throw Failure.unprocessable("it broke off");
                }))
                .hasMessage("it broke off");
        assertThatThrownBy(() -> Objects.requireNonNull(broken.get()).take(ALL)).isInstanceOf(Failure.class);
        assertThat(isLargeLetIn()).isTrue();
    }

    /** Whether a large build would run now, without waiting. */
    private boolean isLargeLetIn() {
        try {
            return rooms.run("bo", Duration.ZERO, room -> {
                room.take(LITTLE + 1);
                return true;
            });
        } catch (Failure tooMuch) {
            return false;
        }
    }

    private FutureTask<String> begin(CountDownLatch end, long bytes) throws InterruptedException {
        CountDownLatch holds = new CountDownLatch(1);
        FutureTask<String> large = start(() -> rooms.run("ada", WAIT, room -> {
            room.take(bytes);
            holds.countDown();
            await(end);
            return "ended";
        }));
        holds.await();
        return large;
    }

    private static void await(CountDownLatch end) {
        try {
            end.await();
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    private static FutureTask<String> start(Callable<String> work) {
        FutureTask<String> task = new FutureTask<>(work);
        Thread.startVirtualThread(task);
        return task;
    }
}
