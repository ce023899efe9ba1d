package cms.platform.crypto;

import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Short proofs that this service wrote a text: HMAC-SHA-256, URL-safe Base64 without padding, 43 characters.
 *
 * <p>The {@code purpose} is part of the key. Proofs made with keys of earlier secrets stay valid (rotation).
 */
public final class Proofs {
    private static final String ALGORITHM = "HmacSHA256";

    private final List<SecretKeySpec> keys;

    /** @param former keys of earlier secrets, made with {@link #key} */
    public Proofs(String purpose, String secret, List<byte[]> former) {
        this.keys = Stream.concat(Stream.of(key(purpose, secret)), former.stream())
                .map(known -> new SecretKeySpec(known, ALGORITHM))
                .toList();
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

    private static String proof(SecretKeySpec key, String text) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException | InvalidKeyException impossible) {
            throw new IllegalStateException("Every Java runtime has HMAC-SHA-256.", impossible);
        }
    }
}
