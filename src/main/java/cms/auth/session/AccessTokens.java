package cms.auth.session;

import cms.platform.crypto.Hashes;
import cms.platform.crypto.SignedTokens;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;

/** Signed tokens that identify a session, valid for an hour. */
final class AccessTokens {
    private static final String AUDIENCE = "cms-app";
    private static final int PROVEN_MAX = 4_096;

    private final SignedTokens signed;
    private final InstantSource clock;

    /** The claims of verified tokens by the hashes of the tokens, so that no signature is verified twice. */
    private final ConcurrentHashMap<String, Proven> proven = new ConcurrentHashMap<>();

    /** @param expiry in Unix seconds */
    private record Proven(String familyId, long expiry) {}

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

    /** The session family of a token; empty when the token was not made here or has expired. */
    Optional<String> familyOf(String token) {
        String hash = Hashes.sha256Hex(token);
        Proven known = proven.get(hash);
        Optional<Proven> found = known == null ? prove(token, hash) : Optional.of(known);
        return found.filter(claims -> claims.expiry() > clock.instant().getEpochSecond())
                .map(Proven::familyId);
    }

    private Optional<Proven> prove(String token, String hash) {
        Optional<Proven> found = signed.verify(token)
                .filter(claims -> text(claims, "aud").equals(AUDIENCE))
                .map(claims ->
                        new Proven(text(claims, "sid"), claims.path("exp").asLong(0)));
        if (proven.size() >= PROVEN_MAX) {
            proven.clear();
        }
        found.ifPresent(claims -> proven.put(hash, claims));
        return found;
    }

    private static String text(JsonNode claims, String name) {
        return claims.path(name).asString("");
    }
}
