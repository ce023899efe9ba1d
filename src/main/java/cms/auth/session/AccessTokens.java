package cms.auth.session;

import cms.platform.crypto.SignedTokens;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Signed statements "this is a request of that session", good for an hour. */
final class AccessTokens {
    private static final String AUDIENCE = "cms-app";

    private final SignedTokens signed;
    private final InstantSource clock;

    AccessTokens(SignedTokens signed, InstantSource clock) {
        this.signed = signed;
        this.clock = clock;
    }

    String make(String familyId, String userId, Instant expiry) {
        Map<String, Object> claims = new LinkedHashMap<>();
        claims.put("aud", AUDIENCE);
        claims.put("sub", userId);
        claims.put("sid", familyId);
        claims.put("iat", clock.instant().getEpochSecond());
        claims.put("exp", expiry.getEpochSecond());
        return signed.sign(claims);
    }

    /** The session family that a token speaks for; empty when it is not ours or has expired. */
    Optional<String> familyOf(String token) {
        return signed.verify(token)
                .filter(claims -> text(claims, "aud").equals(AUDIENCE))
                .filter(claims -> claims.path("exp").asLong(0) > clock.instant().getEpochSecond())
                .map(claims -> text(claims, "sid"));
    }

    private static String text(JsonNode claims, String name) {
        return claims.path(name).asString("");
    }
}
