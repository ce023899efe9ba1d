package cms.apikeys;

import cms.platform.crypto.Hashes;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.DigestException;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * The first 128 bits of a key's SHA-256, by which the table in memory finds it.
 *
 * <p>Finding another text with the same 128 bits is as hopeless as guessing one of the random keys.
 */
record KeyHash(long high, long low) {
    /** Length of the longest key of any kind. */
    static final int KEY_CHARS_MAX = 64;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final ThreadLocal<HashBuffers> SCRATCH = ThreadLocal.withInitial(HashBuffers::new);

    /** The hash of a text presented as a key; a text that cannot be a key gets an unused hash without computing. */
    static KeyHash of(String key) {
        byte[] input = key.getBytes(StandardCharsets.US_ASCII);
        HashBuffers scratch = SCRATCH.get();
        try {
            scratch.digest.update(input, 0, Math.min(input.length, KEY_CHARS_MAX));
            scratch.digest.digest(scratch.output, 0, scratch.output.length);
        } catch (DigestException impossible) {
            throw new IllegalStateException("A SHA-256 has 32 bytes.", impossible);
        }
        return ofBytes(scratch.output);
    }

    /** The hash from its stored form, 64 hex digits. */
    static KeyHash ofHex(String sha256Hex) {
        return ofBytes(HexFormat.of().parseHex(sha256Hex));
    }

    private static KeyHash ofBytes(byte[] sha256) {
        return new KeyHash((long) LONGS.get(sha256, 0), (long) LONGS.get(sha256, Long.BYTES));
    }

    private static final class HashBuffers {
        private final byte[] output = new byte[32];
        private final MessageDigest digest = Hashes.sha256();
    }
}
