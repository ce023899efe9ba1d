package cms.git.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.platform.heap.HeapPool;
import cms.platform.heap.HeapShare;
import cms.testing.Eventually;
import java.util.ArrayList;
import java.util.concurrent.TimeUnit;
import org.eclipse.jgit.transport.ServiceMayNotContinueException;
import org.junit.jupiter.api.Test;

class FetchRoomTest {
    private static final long MEGABYTE = 1 << 20;

    private final HeapRoom<ServiceMayNotContinueException> room = room(new FetchRoom(100 * MEGABYTE, 0));

    private static HeapRoom<ServiceMayNotContinueException> room(FetchRoom rule) {
        return new HeapRoom<>(HeapShare.FETCHES, rule, new HeapPool(1L << 40));
    }

    private HeapRoom<ServiceMayNotContinueException>.Share held(String person, long megabytes)
            throws ServiceMayNotContinueException {
        HeapRoom<ServiceMayNotContinueException>.Share share = room.of(person);
        share.raiseTo(megabytes * MEGABYTE);
        return share;
    }

    private void refuses(String person, long megabytes, String why) {
        try (HeapRoom<ServiceMayNotContinueException>.Share share = room.of(person)) {
            assertThatThrownBy(() -> share.raiseTo(megabytes * MEGABYTE))
                    .isInstanceOf(ServiceMayNotContinueException.class)
                    .hasMessageContaining(why);
        }
    }

    @Test
    void aPersonHoldsHalfOrOneFetch() throws Exception {
        try (HeapRoom<ServiceMayNotContinueException>.Share alone = held("ada", 60)) {
            refuses("ada", 3, "fetch again in a minute");
            held("bo", 40).close();
            refuses("bo", 41, "fetch again in a minute");
            alone.raiseTo(70 * MEGABYTE);
            refuses("bo", 31, "fetch again in a minute");
        }
        held("ada", 100).close();
        refuses("ada", 101, "there are 100");
    }

    @Test
    void largeFetchesKeepNoneOfThoseOutThatTakeLittle() throws Exception {
        try (HeapRoom<ServiceMayNotContinueException>.Share large = held("eve", 100)) {
            for (int i = 0; i < 20; i++) {
                held("ada", 1);
            }
            refuses("bo", 1, "fetch again");
            assertThat(large).isNotNull();
        }
    }

    /** Shown to fail where the pool knows no reserve for them. */
    @Test
    void contentAndPacksKeepNoneOfThoseOutThatTakeLittle() throws Exception {
        HeapPool pool = new HeapPool(1L << 30);
        Object content = new ArrayList<>();
        pool.count(content, pool.bytes(HeapShare.CONTENT));
        long own = (1L << 30) / 100 * 8;
        assertThat(pool.take(HeapShare.PACKS, own, 0)).isTrue();
        HeapRoom<ServiceMayNotContinueException> full =
                new HeapRoom<>(HeapShare.FETCHES, new FetchRoom(200 * MEGABYTE, 0), pool);
        try (HeapRoom<ServiceMayNotContinueException>.Share large = full.of("eve");
                HeapRoom<ServiceMayNotContinueException>.Share little = full.of("bo")) {
            large.raiseTo(own);
            little.raiseTo(MEGABYTE);
            assertThatThrownBy(() -> large.raiseTo(own + MEGABYTE)).isInstanceOf(ServiceMayNotContinueException.class);
        }
        assertThat(content).isNotNull();
    }

    @Test
    void whoFindsNoRoomWaitsForIt() throws Exception {
        HeapRoom<ServiceMayNotContinueException> patient =
                room(new FetchRoom(10 * MEGABYTE, TimeUnit.MINUTES.toNanos(1)));
        HeapRoom<ServiceMayNotContinueException>.Share first = patient.of("ada");
        first.raiseTo(10 * MEGABYTE);
        Thread second = Thread.ofVirtual().start(() -> {
            try (HeapRoom<ServiceMayNotContinueException>.Share share = patient.of("bo")) {
                share.raiseTo(5 * MEGABYTE);
            } catch (ServiceMayNotContinueException refused) {
                throw new AssertionError(refused);
            }
        });
        Eventually.eventually("waits", () -> second.getState() == Thread.State.TIMED_WAITING);
        first.close();
        assertThat(second.join(java.time.Duration.ofSeconds(20))).isTrue();
    }
}
