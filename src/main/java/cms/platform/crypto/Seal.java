package cms.platform.crypto;

import com.nimbusds.jose.EncryptionMethod;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWEAlgorithm;
import com.nimbusds.jose.JWEHeader;
import com.nimbusds.jose.JWEObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.DirectDecrypter;
import com.nimbusds.jose.crypto.DirectEncrypter;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.util.List;
import java.util.Optional;

/**
 * Seals text so that only this service can read or change it: a compact JWE with {@code dir} and A256GCM.
 *
 * <p>The {@code purpose} is part of the key, so a sealed cookie can never be replayed as, say, a sealed state. Texts
 * sealed with the previous secret can still be opened (rotation); new seals always use the current one.
 */
public final class Seal {
    private static final int SEALED_CHARS_MAX = 16_384;

    private final String secret;
    private final List<String> opening;

    public Seal(String secret, Optional<String> previous) {
        this.secret = secret;
        this.opening = previous.map(old -> List.of(secret, old)).orElse(List.of(secret));
    }

    public String seal(String purpose, String text) {
        try {
            JWEObject sealed =
                    new JWEObject(new JWEHeader(JWEAlgorithm.DIR, EncryptionMethod.A256GCM), new Payload(text));
            sealed.encrypt(new DirectEncrypter(key(secret, purpose)));
            return sealed.serialize();
        } catch (JOSEException broken) {
            throw new IllegalStateException("AES-256-GCM is not available.", broken);
        }
    }

    /** The sealed text, or empty when it was not sealed here for this purpose or has been changed. */
    public Optional<String> open(String purpose, String sealed) {
        if (sealed.length() > SEALED_CHARS_MAX || !CompactParts.areCanonical(sealed)) {
            return Optional.empty();
        }
        return opening.stream()
                .flatMap(with -> open(key(with, purpose), sealed).stream())
                .findFirst();
    }

    /** The text sealed with the current secret; empty when it is that already, or cannot be opened. */
    public Optional<String> renewed(String purpose, String sealed) {
        boolean current = open(key(secret, purpose), sealed).isPresent();
        return current ? Optional.empty() : open(purpose, sealed).map(text -> seal(purpose, text));
    }

    private static Optional<String> open(byte[] key, String sealed) {
        try {
            JWEObject object = JWEObject.parse(sealed);
            if (!JWEAlgorithm.DIR.equals(object.getHeader().getAlgorithm())
                    || !EncryptionMethod.A256GCM.equals(object.getHeader().getEncryptionMethod())) {
                return Optional.empty();
            }
            object.decrypt(new DirectDecrypter(key));
            return Optional.of(object.getPayload().toString());
        } catch (ParseException | JOSEException | RuntimeException notOurs) {
            return Optional.empty();
        }
    }

    private static byte[] key(String secret, String purpose) {
        return Hashes.sha256((purpose + "\0" + secret).getBytes(StandardCharsets.UTF_8));
    }
}
