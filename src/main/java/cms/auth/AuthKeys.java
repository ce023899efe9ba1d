package cms.auth;

import cms.platform.crypto.Seal;
import cms.platform.crypto.SignedTokens;
import java.util.Optional;

/** What cookies are sealed and access tokens are signed with. */
public record AuthKeys(Seal seal, SignedTokens accessTokens) {
    private static final String ACCESS_TOKEN_TYPE = "cms-access+jwt";

    public static AuthKeys of(String secret, Optional<String> previous) {
        return new AuthKeys(new Seal(secret, previous), new SignedTokens(ACCESS_TOKEN_TYPE, secret, previous));
    }
}
