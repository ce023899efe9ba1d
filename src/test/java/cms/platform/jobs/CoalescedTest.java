package cms.platform.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CoalescedTest {
    private final Coalesced<String> requests = new Coalesced<>();
    private final List<String> fulfilled = new ArrayList<>();

    @Test
    void requestsThatComeTogetherAreOneAndTheFirstIsTold() {
        assertThat(requests.add("push")).isTrue();
        assertThat(requests.add("clock")).isFalse();
        requests.fulfil(fulfilled::add);
        assertThat(fulfilled).containsExactly("push");
        assertThat(requests.isWaiting()).isFalse();
    }

    /** It starts no worker of its own, who could overtake the first. */
    @Test
    void aRequestThatComesDuringTheWorkIsTheNextOfTheSameWorker() {
        requests.add("push");
        requests.fulfil(reason -> {
            fulfilled.add(reason);
            if (fulfilled.size() == 1) {
                assertThat(requests.add("clock")).isFalse();
                assertThat(requests.isWaiting()).isTrue();
            }
        });
        assertThat(fulfilled).containsExactly("push", "clock");
        assertThat(requests.add("clock")).isTrue();
    }

    @Test
    void afterWorkThatBrokeOffTheNextRequestHasAWorkerAgain() {
        requests.add("clock");
        assertThatThrownBy(() -> requests.fulfil(reason -> {
                    throw new IllegalStateException("broken");
                }))
                .hasMessage("broken");
        assertThat(requests.add("clock")).isTrue();
    }
}
