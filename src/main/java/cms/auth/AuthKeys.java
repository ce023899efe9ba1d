package cms.auth;

import cms.platform.crypto.Proofs;
import cms.platform.crypto.Seal;
import cms.platform.crypto.SignedTokens;
import java.util.List;
import java.util.Optional;

/** The keys that seal cookies, sign access tokens, and prove the commits of this service. */
public record AuthKeys(Seal seal, SignedTokens accessTokens, Proofs commits) {
    private static final String ACCESS_TOKEN_TYPE = "cms-access+jwt";
    private static final String COMMITS = "commit";

    /** @param formerCommitKeys what {@link #commitKey} gave of earlier secrets, the previous one among them */
    public static AuthKeys of(String secret, Optional<String> previous, List<byte[]> formerCommitKeys) {
        return new AuthKeys(
                new Seal(secret, previous),
                new SignedTokens(ACCESS_TOKEN_TYPE, secret, previous),
                new Proofs(COMMITS, secret, formerCommitKeys));
    }

    /** The key with which a secret proves commits. It seals nothing, and the secret cannot be told from it. */
    public static byte[] commitKey(String secret) {
        return Proofs.key(COMMITS, secret);
    }
}
