package cms.webhooks.endpoint;

import cms.platform.crypto.RandomTokens;
import cms.platform.crypto.Seal;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Makes, checks and encrypts the secrets that sign deliveries and the headers that receivers ask for. */
public final class Secrets {
    private static final String PREFIX = "whsec_";
    private static final String SECRET_PURPOSE = "webhook-secret";
    private static final String HEADERS_PURPOSE = "webhook-headers";
    private static final int SECRET_BYTES = 32;
    private static final int OWN_BYTES_MIN = 24;
    private static final int OWN_BYTES_MAX = 64;

    private final Seal seal;
    private final RandomTokens random = new RandomTokens();

    public Secrets(Seal seal) {
        this.seal = seal;
    }

    /** A fresh secret: {@code whsec_} and the Base64 of 32 random bytes. */
    public String make() {
        return PREFIX + Base64.getEncoder().encodeToString(random.bytes(SECRET_BYTES));
    }

    /** @throws Failure INVALID unless it is {@code whsec_} and the Base64 of 24 to 64 bytes */
    public String own(String text) {
        try {
            int bytes = key(text).length;
            if (text.startsWith(PREFIX) && bytes >= OWN_BYTES_MIN && bytes <= OWN_BYTES_MAX) {
                return text;
            }
        } catch (IllegalArgumentException notBase64) {
            throw odd().causedBy(notBase64);
        }
        throw odd();
    }

    private static Failure odd() {
        return Failure.invalid("`secret` must be " + PREFIX + " and the Base64 of " + OWN_BYTES_MIN + " to "
                + OWN_BYTES_MAX + " bytes.");
    }

    /** The bytes that a secret encodes. */
    public static byte[] key(String secret) {
        return Base64.getDecoder().decode(secret.substring(Math.min(PREFIX.length(), secret.length())));
    }

    public String sealSecret(String secret) {
        return seal.seal(SECRET_PURPOSE, secret);
    }

    /** The decrypted secret; empty when this instance's key cannot decrypt it. */
    public Optional<String> openSecret(String sealed) {
        return seal.open(SECRET_PURPOSE, sealed);
    }

    public String sealHeaders(Map<String, String> headers) {
        return seal.seal(HEADERS_PURPOSE, Json.text(headers));
    }

    public Map<String, String> openHeaders(String sealed) {
        Map<String, String> headers = new LinkedHashMap<>();
        JsonNode stored = seal.open(HEADERS_PURPOSE, sealed).map(Json::parse).orElseGet(Json::object);
        stored.properties()
                .forEach(
                        header -> headers.put(header.getKey(), header.getValue().asString()));
        return headers;
    }

    /** The secret sealed again, when an earlier key of the instance sealed it; empty when nothing has to change. */
    Optional<String> renewedSecret(String sealed) {
        return seal.renewed(SECRET_PURPOSE, sealed);
    }

    Optional<String> renewedHeaders(String sealed) {
        return seal.renewed(HEADERS_PURPOSE, sealed);
    }
}
