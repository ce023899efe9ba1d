package cms.platform.crypto;

import cms.platform.json.Json;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.MACVerifier;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Signs and verifies tokens that only this service can make: HS256 with an explicit {@code typ}. */
public final class SignedTokens {
    private static final int TOKEN_CHARS_MAX = 8_192;

    private final String type;
    private final byte[] key;
    private final List<byte[]> verifying;

    /** @param type the JOSE {@code typ}; a token of another type is never accepted */
    public SignedTokens(String type, String secret, Optional<String> previous) {
        this.type = type;
        this.key = key(type, secret);
        this.verifying = previous.map(old -> List.of(key, key(type, old))).orElse(List.of(key));
    }

    public String sign(Map<String, Object> claims) {
        try {
            JWSHeader header = new JWSHeader.Builder(JWSAlgorithm.HS256)
                    .type(new JOSEObjectType(type))
                    .build();
            JWSObject token = new JWSObject(header, new Payload(Json.text(claims)));
            token.sign(new MACSigner(key));
            return token.serialize();
        } catch (JOSEException broken) {
            throw new IllegalStateException("HMAC-SHA-256 is not available.", broken);
        }
    }

    /** The claims of a token that was signed here with this type, or empty. The caller checks the expiry. */
    public Optional<JsonNode> verify(String text) {
        if (text.length() > TOKEN_CHARS_MAX || !CompactParts.areCanonical(text)) {
            return Optional.empty();
        }
        try {
            JWSObject token = JWSObject.parse(text);
            boolean ours = JWSAlgorithm.HS256.equals(token.getHeader().getAlgorithm())
                    && new JOSEObjectType(type).equals(token.getHeader().getType());
            for (byte[] candidate : verifying) {
                if (ours && token.verify(new MACVerifier(candidate))) {
                    return Optional.of(Json.parse(token.getPayload().toBytes()));
                }
            }
            return Optional.empty();
        } catch (ParseException | JOSEException | RuntimeException notOurs) {
            return Optional.empty();
        }
    }

    private static byte[] key(String type, String secret) {
        return Hashes.sha256(("sign " + type + "\0" + secret).getBytes(StandardCharsets.UTF_8));
    }
}
