package cms.auth;

import cms.platform.crypto.Proofs;
import cms.platform.crypto.Seal;
import cms.platform.crypto.SignedTokens;
import java.util.Optional;

/** The keys that seal cookies, sign access tokens, and prove the commits of this service. */
public record AuthKeys(Seal seal, SignedTokens accessTokens, Proofs commits) {
    private static final String ACCESS_TOKEN_TYPE = "cms-access+jwt";

    public static AuthKeys of(String secret, Optional<String> previous) {
        return new AuthKeys(
                new Seal(secret, previous),
                new SignedTokens(ACCESS_TOKEN_TYPE, secret, previous),
                new Proofs("commit", secret, previous));
    }
}
