package cms.platform.crypto;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;

/**
 * Short proofs that this service wrote a text: HMAC-SHA-256, URL-safe Base64 without padding, 43 characters.
 *
 * <p>The {@code purpose} is part of the key. Proofs made with keys of earlier secrets stay valid (rotation).
 */
public final class Proofs {
    private final List<byte[]> keys;

    /** @param former keys of earlier secrets, made with {@link #key} */
    public Proofs(String purpose, String secret, List<byte[]> former) {
        this.keys =
                Stream.concat(Stream.of(key(purpose, secret)), former.stream()).toList();
    }

    /** The key that a secret has for a purpose, 32 bytes, from which the secret cannot be told. */
    public static byte[] key(String purpose, String secret) {
        return Hashes.sha256((purpose + "\0" + secret).getBytes(StandardCharsets.UTF_8));
    }

    public String of(String text) {
        return proof(keys.getFirst(), text);
    }

    public boolean holds(String text, String proof) {
        byte[] stated = proof.getBytes(StandardCharsets.UTF_8);
        return keys.stream()
                .anyMatch(key -> MessageDigest.isEqual(proof(key, text).getBytes(StandardCharsets.UTF_8), stated));
    }

    private static String proof(byte[] key, String text) {
        byte[] proof = Hashes.hmacSha256(key, text.getBytes(StandardCharsets.UTF_8));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(proof);
    }
}
