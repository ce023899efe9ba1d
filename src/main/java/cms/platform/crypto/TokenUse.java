package cms.platform.crypto;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What the use of a refresh token means where each token of a family is used once and replaced by the next. */
public enum TokenUse {
    /** It has not been replaced. */
    FIRST,
    /** It was replaced so lately that this is a parallel request, or a client that did not get the answer. */
    REPEATED,
    /** It was replaced earlier, so that somebody else may have copied it. */
    STOLEN;

    /**
     * The use of a token at a time.
     *
     * @param rotatedAt when it was replaced, in milliseconds; null for a token that was not
     * @param now in milliseconds
     * @param tolerance how long a token that was replaced counts as repeated
     */
    public static TokenUse of(@Nullable Long rotatedAt, long now, Duration tolerance) {
        if (rotatedAt == null) {
            return FIRST;
        }
        return now - rotatedAt <= tolerance.toMillis() ? REPEATED : STOLEN;
    }
}
