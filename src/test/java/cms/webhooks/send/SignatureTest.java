package cms.webhooks.send;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a receiver computes with the secret it was given, in any language. */
class SignatureTest {
    private static final String SECRET = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
    private static final String ID = "0197a1b2-0000-7000-8000-000000000003";
    private static final byte[] BODY = ("{\"event\":\"test\",\"projectId\":\"00000000-0000-4000-8000-000000000001\","
                    + "\"timestamp\":\"2026-01-02T03:04:05.678Z\",\"data\":{\"webhookId\":"
                    + "\"00000000-0000-4000-8000-000000000002\",\"message\":\"This is a test.\"}}")
            .getBytes(StandardCharsets.UTF_8);

    @Test
    void bothSignaturesAreThoseOfTheVector() {
        assertThat(BODY).hasSize(194);
        assertThat(DeliverySignature.standard(SECRET, ID, 1767323046, BODY))
                .isEqualTo("v1,XNWyn4c1CiD1yh0yTj+7PInnC2fNczSpHNh9XsaMglw=");
        assertThat(DeliverySignature.plain(SECRET, BODY))
                .isEqualTo("0e85d6da2903468326903be74591597502d18e7bf95831ae6a16224e6f193951");
    }

    @Test
    void thePlanOfRetriesGrowsAndEndsWithinItsTime() {
        for (double chance : new double[] {0, 0.5, 1}) {
            Duration all = Duration.ZERO;
            Duration before = Duration.ZERO;
            for (int tries = 1; tries <= 8; tries++) {
                Duration wait = RetryPlan.next(tries, chance, Optional.empty()).orElseThrow();
                assertThat(wait).isGreaterThanOrEqualTo(before);
                before = wait;
                all = all.plus(wait);
            }
            assertThat(all).isLessThan(RetryPlan.EXPIRES_AFTER);
            assertThat(RetryPlan.next(9, chance, Optional.of(Duration.ofHours(1))))
                    .isEmpty();
        }
        assertThat(RetryPlan.next(1, 0.5, Optional.of(Duration.ofMinutes(10)))).contains(Duration.ofMinutes(10));
        assertThat(RetryPlan.next(4, 0.5, Optional.of(Duration.ofSeconds(1)))).contains(Duration.ofMinutes(30));
        assertThat(IntStream.range(1, 9)
                        .mapToObj(tries ->
                                RetryPlan.next(tries, 0.5, Optional.empty()).orElseThrow()))
                .first()
                .isEqualTo(Duration.ofSeconds(5));
    }
}
