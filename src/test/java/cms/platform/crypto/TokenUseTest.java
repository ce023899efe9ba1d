package cms.platform.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TokenUseTest {
    private static final Duration TOLERANCE = Duration.ofSeconds(10);
    private static final long ROTATED_AT = 1_000;

    @Test
    void aTokenThatWasNotReplacedIsUsedForTheFirstTime() {
        assertThat(TokenUse.of(null, ROTATED_AT, TOLERANCE)).isEqualTo(TokenUse.FIRST);
    }

    @Test
    void aTokenIsRepeatedToTheLastMillisecondOfTheToleranceAndStolenAfterIt() {
        long last = ROTATED_AT + TOLERANCE.toMillis();
        assertThat(TokenUse.of(ROTATED_AT, ROTATED_AT, TOLERANCE)).isEqualTo(TokenUse.REPEATED);
        assertThat(TokenUse.of(ROTATED_AT, last, TOLERANCE)).isEqualTo(TokenUse.REPEATED);
        assertThat(TokenUse.of(ROTATED_AT, last + 1, TOLERANCE)).isEqualTo(TokenUse.STOLEN);
    }

    /** The instance that replaced the token may have a clock that is ahead. */
    @Test
    void aTokenThatIsReplacedInTheFutureIsRepeated() {
        assertThat(TokenUse.of(ROTATED_AT, ROTATED_AT - 1, TOLERANCE)).isEqualTo(TokenUse.REPEATED);
    }
}
