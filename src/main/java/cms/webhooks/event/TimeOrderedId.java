package cms.webhooks.event;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.UUID;

/** Ids in the order of their creation, to the millisecond (RFC 9562, UUID version 7). */
final class TimeOrderedId {
    private static final long VERSION = 0x7000L;
    private static final long VARIANT = 0x8000_0000_0000_0000L;
    private static final SecureRandom RANDOM = new SecureRandom();

    private TimeOrderedId() {}

    static String of(Instant now) {
        long high = (now.toEpochMilli() << 16) | VERSION | (RANDOM.nextLong() & 0xfffL);
        long low = VARIANT | (RANDOM.nextLong() & 0x3fff_ffff_ffff_ffffL);
        return new UUID(high, low).toString();
    }
}
