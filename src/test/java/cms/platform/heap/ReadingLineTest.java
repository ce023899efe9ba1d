package cms.platform.heap;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.heap.ReadingLine.Waiting;
import org.junit.jupiter.api.Test;

class ReadingLineTest {
    private final ReadingLine line = new ReadingLine();

    @Test
    void theSecondReadingOfAnOwnerIsNotPassedByOthersWhoComeAgain() {
        Waiting first = enter("ada");
        Waiting second = enter("ada");
        Waiting ofBo = enter("bo");
        Waiting ofCy = enter("cy");

        line.leave(first);
        line.leave(ofBo);
        enter("bo");
        line.leave(ofCy);
        enter("cy");

        assertThat(line.isFirst(second)).isTrue();
    }

    @Test
    void whoHasNoneWaitingComesAfterOneReadingOfEachOther() {
        Waiting first = enter("ada");
        Waiting second = enter("ada");
        Waiting ofBo = enter("bo");

        line.leave(first);

        assertThat(line.isFirst(ofBo)).isTrue();
        line.leave(ofBo);
        assertThat(line.isFirst(second)).isTrue();
    }

    private Waiting enter(String owner) {
        return line.enter(owner, 1).orElseThrow();
    }
}
