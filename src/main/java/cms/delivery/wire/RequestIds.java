package cms.delivery.wire;

import cms.platform.crypto.RandomTokens;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Ids of reads: the one that the caller sent, if well-formed, else a prefix of this process and a running number. */
public final class RequestIds {
    public static final String HEADER = "X-Request-Id";

    private static final int CHARS_MIN = 8;
    private static final int CHARS_MAX = 64;
    private static final int PREFIX_BYTES = 5;

    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private final byte[] prefix = (new RandomTokens().hex(PREFIX_BYTES) + "-").getBytes(StandardCharsets.US_ASCII);
    private final AtomicLong last = new AtomicLong();

    public String of(@Nullable String given) {
        return given != null && isId(given) ? given : next();
    }

    private String next() {
        long number = last.incrementAndGet();
        int digits = Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(number) + 3) / 4);
        byte[] id = Arrays.copyOf(prefix, prefix.length + digits);
        for (int at = id.length - 1; at >= prefix.length; at--) {
            id[at] = HEX[(int) number & 0xf];
            number >>>= 4;
        }
        return new String(id, StandardCharsets.ISO_8859_1);
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
