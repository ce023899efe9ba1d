package cms.platform.heap;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ComparisonRoomTest {
    /**
     * Fails where it counts until the collector finds it: two answers that nobody used any more kept all others waiting
     * for seconds.
     */
    @Test
    void theRoomOfAnAnswerIsFreeOnceItIsRendered() {
        long bytes = HeapShare.ANSWER.bytes() - 1;
        for (int answers = 0; answers < 5; answers++) {
            long before = HeapPool.OF_PROCESS.heldBytes(HeapShare.CONTENT);
            boolean isTaken = ComparisonRoom.answer("w", room -> room.take(bytes), taken -> {
                assertThat(HeapPool.OF_PROCESS.heldBytes(HeapShare.CONTENT)).isGreaterThanOrEqualTo(bytes);
                return taken;
            });
            assertThat(isTaken).isTrue();
            assertThat(HeapPool.OF_PROCESS.heldBytes(HeapShare.CONTENT)).isLessThan(before + bytes);
        }
    }
}
