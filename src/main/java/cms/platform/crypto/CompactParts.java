package cms.platform.crypto;

import java.util.Base64;

/**
 * The dotted parts of a compact JOSE text.
 *
 * <p>Decoders drop unused bits and odd characters, so that several texts decode to the same bytes. A sealed value must
 * have one spelling only, or a revoked token would stay valid in another.
 */
final class CompactParts {
    private CompactParts() {}

    /** Whether every part is unpadded base64url exactly as an encoder writes it. */
    static boolean areCanonical(String compact) {
        for (String part : compact.split("\\.", -1)) {
            try {
                byte[] bytes = Base64.getUrlDecoder().decode(part);
                if (!Base64.getUrlEncoder()
                        .withoutPadding()
                        .encodeToString(bytes)
                        .equals(part)) {
                    return false;
                }
            } catch (IllegalArgumentException notBase64) {
                return false;
            }
        }
        return true;
    }
}
