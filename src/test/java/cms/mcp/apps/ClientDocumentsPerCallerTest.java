package cms.mcp.apps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.limits.SlidingWindows;
import cms.platform.net.WebAnswer;
import cms.testing.ManualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.AbstractObjectAssert;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;

/** Documents of clients are fetched at the cost of who asks. Shown to fail with one number for everybody. */
class ClientDocumentsPerCallerTest {
    private static final String CONNECTED = "https://connected.example/app";

    private final List<String> fetched = new ArrayList<>();
    private final ManualClock clock = ManualClock.quiet();
    private final ClientDocuments documents = new ClientDocuments(
            request -> {
                fetched.add(request.url().toString());
                return new WebAnswer(404, "", new byte[0], Map.of());
            },
            new SlidingWindows(clock),
            clock,
            CONNECTED::equals);

    @Test
    void whoAsksForManyIsRefusedAndOthersAreNot() {
        for (int number = 0; number < 10; number++) {
            asked("https://host" + number + ".example/x", "2001:db8:1::1").isEqualTo(FailureKind.INVALID);
        }
        asked("https://another.example/x", "2001:db8:1::2").as("the same /64").isEqualTo(FailureKind.RATE_LIMITED);
        asked("https://another.example/x", "2001:db8:2::1").isEqualTo(FailureKind.INVALID);
    }

    @Test
    void oneHostIsAskedSoOftenWhoeverWantsIt() {
        for (int number = 0; number < 30; number++) {
            asked("https://host.example/" + number, "192.0.2." + number).isEqualTo(FailureKind.INVALID);
        }
        asked("https://host.example/more", "192.0.2.200").isEqualTo(FailureKind.RATE_LIMITED);
        asked("https://other.example/more", "192.0.2.200").isEqualTo(FailureKind.INVALID);
    }

    /**
     * Shown to fail where the number of the service counts for everybody: thirty addresses stopped the connecting of
     * all apps.
     */
    @Test
    void strangersUseUpNothingOfAnAppThatSomebodyHasConnected() {
        for (int number = 0; number < 300; number++) {
            asked("https://host" + number / 20 + ".example/" + number, "198.51." + number / 10 + ".1")
                    .isEqualTo(FailureKind.INVALID);
        }
        asked("https://another.example/x", "192.0.2.1").isEqualTo(FailureKind.RATE_LIMITED);
        asked(CONNECTED, "192.0.2.1").isEqualTo(FailureKind.INVALID);
        assertThat(fetched).endsWith(CONNECTED);
    }

    @Test
    void anAppThatIsConnectedAndFailsIsAskedThirtyTimesAMinute() {
        for (int number = 0; number < 30; number++) {
            asked(CONNECTED, "192.0.2." + number).isEqualTo(FailureKind.INVALID);
        }
        asked(CONNECTED, "192.0.2.200").isEqualTo(FailureKind.RATE_LIMITED);
    }

    private AbstractObjectAssert<?, ?> asked(String id, String address) {
        AbstractThrowableAssert<?, ?> refused =
                assertThatThrownBy(() -> documents.read(id, address)).isInstanceOf(Failure.class);
        return refused.extracting(failure -> ((Failure) failure).kind());
    }
}
