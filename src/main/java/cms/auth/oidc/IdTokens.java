package cms.auth.oidc;

import cms.platform.failure.Failure;
import cms.platform.json.Json;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.crypto.factories.DefaultJWSVerifierFactory;
import com.nimbusds.jose.jwk.AsymmetricJWK;
import com.nimbusds.jose.jwk.JWK;
import java.text.ParseException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Verifies ID tokens by all rules of OpenID Connect Core 3.1.3.7. */
final class IdTokens {
    private static final Duration SKEW = Duration.ofSeconds(60);
    private static final int TOKEN_CHARS_MAX = 32_768;
    private static final int SUBJECT_CHARS_MAX = 255;

    /** The accepted signatures, which only the issuer can make: no shared secret, no "none". */
    private static final Set<JWSAlgorithm> ALGORITHMS = Set.of(
            JWSAlgorithm.RS256,
            JWSAlgorithm.RS384,
            JWSAlgorithm.RS512,
            JWSAlgorithm.PS256,
            JWSAlgorithm.PS384,
            JWSAlgorithm.PS512,
            JWSAlgorithm.ES256,
            JWSAlgorithm.ES384,
            JWSAlgorithm.ES512);

    private final Issuer issuer;
    private final String clientId;
    private final InstantSource clock;

    IdTokens(Issuer issuer, String clientId, InstantSource clock) {
        this.issuer = issuer;
        this.clientId = clientId;
        this.clock = clock;
    }

    /**
     * The claims of a token that was issued for this attempt.
     *
     * @throws Failure UNAUTHENTICATED for every other token
     */
    JsonNode verify(String token, String nonce) {
        JsonNode claims = signed(token);
        long now = clock.instant().getEpochSecond();
        require(text(claims, "iss").equals(issuer.metadata().issuer()), "another issuer made it");
        require(isForUs(claims), "it was made for another client");
        require(
                claims.path("exp").isNumber() && claims.path("exp").asLong() > now - SKEW.toSeconds(),
                "it has expired");
        require(
                claims.path("iat").isNumber() && claims.path("iat").asLong() <= now + SKEW.toSeconds(),
                "it is from later");
        require(claims.path("nbf").asLong(0) <= now + SKEW.toSeconds(), "it is not valid yet");
        require(text(claims, "nonce").equals(nonce), "it belongs to another attempt");
        String subject = text(claims, "sub");
        require(!subject.isBlank() && subject.length() <= SUBJECT_CHARS_MAX, "it names nobody");
        return claims;
    }

    private JsonNode signed(String token) {
        if (token.isEmpty() || token.length() > TOKEN_CHARS_MAX) {
            throw notBelieved("it is missing or too long");
        }
        try {
            JWSObject parsed = JWSObject.parse(token);
            require(ALGORITHMS.contains(parsed.getHeader().getAlgorithm()), "its signature is of a kind not taken");
            for (JWK key : issuer.keysFor(parsed.getHeader())) {
                if (isSignedBy(parsed, key)) {
                    return claims(parsed);
                }
            }
        } catch (ParseException | JOSEException malformed) {
            throw notBelieved("it is malformed").causedBy(malformed);
        }
        throw notBelieved("no key of the issuer made its signature");
    }

    private static JsonNode claims(JWSObject token) {
        try {
            return Json.parse(token.getPayload().toBytes());
        } catch (Failure notJson) {
            throw notBelieved("its claims are malformed").causedBy(notJson);
        }
    }

    private static boolean isSignedBy(JWSObject token, JWK key) throws JOSEException {
        JWSHeader header = token.getHeader();
        return key instanceof AsymmetricJWK pair
                && token.verify(new DefaultJWSVerifierFactory().createJWSVerifier(header, pair.toPublicKey()));
    }

    /**
     * Whether this service is in the audience and, where there are others or an authorised party is named, is that
     * party.
     */
    private boolean isForUs(JsonNode claims) {
        JsonNode audience = claims.path("aud");
        List<String> all = audience.isArray()
                ? audience.valueStream().map(one -> one.asString("")).toList()
                : List.of(audience.asString(""));
        boolean named = claims.has("azp");
        return all.contains(clientId)
                && (all.size() == 1 || named)
                && (!named || text(claims, "azp").equals(clientId));
    }

    private static String text(JsonNode claims, String name) {
        JsonNode value = claims.path(name);
        return value.isString() ? value.asString() : "";
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw notBelieved(otherwise);
        }
    }

    private static Failure notBelieved(String reason) {
        return Failure.unauthenticated("The identity provider's ID token is not valid: " + reason + ".");
    }
}
