package cms.delivery.wire;

import cms.platform.crypto.RandomTokens;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Ids of reads: what the caller sent, when it looks like one, else a prefix of this process and a running number. */
public final class RequestIds {
    public static final String HEADER = "X-Request-Id";

    private static final int CHARS_MIN = 8;
    private static final int CHARS_MAX = 64;
    private static final int PREFIX_BYTES = 5;

    private final String prefix = new RandomTokens().hex(PREFIX_BYTES) + "-";
    private final AtomicLong last = new AtomicLong();

    public String of(@Nullable String given) {
        return given != null && isId(given) ? given : prefix.concat(Long.toHexString(last.incrementAndGet()));
    }

    private static boolean isId(String given) {
        if (given.length() < CHARS_MIN || given.length() > CHARS_MAX) {
            return false;
        }
        for (int i = 0; i < given.length(); i++) {
            char c = given.charAt(i);
            boolean allowed =
                    c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || "._-".indexOf(c) >= 0;
            if (!allowed) {
                return false;
            }
        }
        return true;
    }
}
