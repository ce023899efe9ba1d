package cms.platform.failure;

import java.time.Duration;

/** Rounds the wait that a client is told up to whole seconds: at least one, so that nobody comes again at once. */
public final class WholeSeconds {
    private static final long NEARLY_A_SECOND_MILLIS = 999;

    private WholeSeconds() {}

    public static long of(Duration wait) {
        return Math.max(1, wait.plusMillis(NEARLY_A_SECOND_MILLIS).toSeconds());
    }
}
