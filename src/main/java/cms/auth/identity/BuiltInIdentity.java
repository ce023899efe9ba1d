package cms.auth.identity;

import cms.auth.once.OneTimeCodes;
import cms.auth.once.Purpose;
import cms.platform.crypto.Hashes;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import cms.platform.mail.EmailAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** One of the two providers as served by {@link IdentityPage}. */
public final class BuiltInIdentity implements IdentityProvider {
    private static final int ACCOUNT_ID_CHARS = 20;

    private final String provider;
    private final String publicUrl;
    private final OneTimeCodes codes;

    /** @param provider name that separates the accounts of this provider from those of the other */
    public BuiltInIdentity(String provider, String publicUrl, OneTimeCodes codes) {
        this.provider = provider;
        this.publicUrl = publicUrl;
        this.codes = codes;
    }

    @Override
    public String authorizeUrl(SignInAttempt request) {
        return publicUrl + IdentityPage.PATH
                + "?response_type=code&client_id=cms"
                + "&provider=" + encode(provider)
                + "&redirect_uri=" + encode(request.redirectUri())
                + "&state=" + encode(request.state())
                + "&code_challenge=" + Hashes.codeChallenge(request.verifier())
                + "&code_challenge_method=S256";
    }

    @Override
    public Confirmed exchange(SignInAttempt request, Comeback back) {
        Grant grant = codes.redeem(Purpose.IDENTITY, back.code())
                .map(content -> Json.read(Json.parse(content), Grant.class))
                .filter(found -> found.provider().equals(provider))
                .filter(found -> found.redirectUri().equals(request.redirectUri()))
                .filter(found -> Hashes.sameText(found.challenge(), Hashes.codeChallenge(request.verifier())))
                .orElseThrow(() -> Failure.unauthenticated("This sign-in code is not valid; sign in again."));
        ProviderAccount account = new ProviderAccount(
                null, accountId(grant.email()), grant.email(), EmailTrust.LOCAL, grant.name(), null);
        return new Confirmed(account, null);
    }

    /** The account id of an address, the same for every spelling. */
    private String accountId(String email) {
        return Hashes.sha256Hex(provider + ":" + EmailAddress.keyOf(email)).substring(0, ACCOUNT_ID_CHARS);
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
