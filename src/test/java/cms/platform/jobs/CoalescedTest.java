package cms.platform.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CoalescedTest {
    private final Coalesced<String> wishes = new Coalesced<>();
    private final List<String> fulfilled = new ArrayList<>();

    @Test
    void wishesThatComeTogetherAreOneAndTheFirstIsTold() {
        assertThat(wishes.add("push")).isTrue();
        assertThat(wishes.add("clock")).isFalse();
        wishes.fulfil(fulfilled::add);
        assertThat(fulfilled).containsExactly("push");
        assertThat(wishes.isWaiting()).isFalse();
    }

    /** It starts no worker of its own, who could overtake the first. */
    @Test
    void aWishThatComesDuringTheWorkIsTheNextOfTheSameWorker() {
        wishes.add("push");
        wishes.fulfil(reason -> {
            fulfilled.add(reason);
            if (fulfilled.size() == 1) {
                assertThat(wishes.add("clock")).isFalse();
                assertThat(wishes.isWaiting()).isTrue();
            }
        });
        assertThat(fulfilled).containsExactly("push", "clock");
        assertThat(wishes.add("clock")).isTrue();
    }

    @Test
    void afterWorkThatBrokeOffTheNextWishHasAWorkerAgain() {
        wishes.add("clock");
        assertThatThrownBy(() -> wishes.fulfil(reason -> {
                    throw new IllegalStateException("broken");
                }))
                .hasMessage("broken");
        assertThat(wishes.add("clock")).isTrue();
    }
}
