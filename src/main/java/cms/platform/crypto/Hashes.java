package cms.platform.crypto;

import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** SHA-256 digests and comparison in constant time. */
public final class Hashes {
    private static final String HMAC = "HmacSHA256";

    private Hashes() {}

    public static byte[] sha256(byte[] bytes) {
        return sha256().digest(bytes);
    }

    /** A digest for bytes that arrive in pieces. */
    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every Java runtime has SHA-256.", impossible);
        }
    }

    /** 64 lower-case hex digits; how tokens and keys are stored. */
    public static String sha256Hex(String text) {
        return sha256Hex(text.getBytes(StandardCharsets.UTF_8));
    }

    /** 64 lower-case hex digits. */
    public static String sha256Hex(byte[] bytes) {
        return HexFormat.of().formatHex(sha256(bytes));
    }

    /** The S256 code challenge of RFC 7636 for a verifier. */
    public static String codeChallenge(String verifier) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(sha256(verifier.getBytes(StandardCharsets.US_ASCII)));
    }

    public static boolean sameText(String a, String b) {
        return MessageDigest.isEqual(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
    }

    /** HMAC-SHA-256, 32 bytes. */
    public static byte[] hmacSha256(byte[] key, byte[] text) {
        return hmacSha256(key).doFinal(text);
    }

    /** HMAC-SHA-256 for a text that arrives in pieces. */
    public static Mac hmacSha256(byte[] key) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(key, HMAC));
            return mac;
        } catch (NoSuchAlgorithmException | InvalidKeyException impossible) {
            throw new IllegalStateException("Every Java runtime has HMAC-SHA-256.", impossible);
        }
    }
}
