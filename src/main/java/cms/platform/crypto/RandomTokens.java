package cms.platform.crypto;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.UUID;

/** Random identifiers and secrets from one cryptographic source. */
public final class RandomTokens {
    private static final String BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

    private final SecureRandom random = new SecureRandom();

    /** A version 4 UUID, the shape of every id in the interface. */
    public String uuid() {
        return UUID.randomUUID().toString();
    }

    /** {@code bytes} random bytes as lower-case hex. */
    public String hex(int bytes) {
        return HexFormat.of().formatHex(bytes(bytes));
    }

    /** {@code bytes} random bytes as unpadded base64url. */
    public String base64Url(int bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes(bytes));
    }

    /** {@code length} characters of 0-9, A-Z, a-z. */
    public String base62(int length) {
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append(BASE62.charAt(random.nextInt(BASE62.length())));
        }
        return text.toString();
    }

    public byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }
}
