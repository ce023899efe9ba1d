package cms.auth.oauth;

import cms.auth.identity.Comeback;
import cms.auth.identity.Confirmed;
import cms.auth.identity.EmailTrust;
import cms.auth.identity.GrantedToken;
import cms.auth.identity.IdentityProvider;
import cms.auth.identity.ProviderAccount;
import cms.auth.identity.SignInAttempt;
import cms.platform.crypto.Hashes;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.net.WebAnswer;
import cms.platform.net.WebClient;
import cms.platform.net.WebRequest;
import java.net.URI;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** The provider {@code git_host}: the OAuth app of a GitHub-shaped host. */
public final class GitHostProvider implements IdentityProvider {
    private static final String API_VERSION = "2022-11-28";
    private static final Set<String> BAD_CODE = Set.of("bad_verification_code", "invalid_grant", "bad_refresh_token");

    private final OauthApp app;
    private final WebClient web;
    private final InstantSource clock;

    public GitHostProvider(OauthApp app, WebClient web, InstantSource clock) {
        this.app = app;
        this.web = web;
        this.clock = clock;
    }

    @Override
    public String authorizeUrl(SignInAttempt request) {
        return new FormParameters()
                .with("response_type", "code")
                .with("client_id", app.clientId())
                .with("redirect_uri", request.redirectUri())
                .with("scope", "read:user user:email")
                .with("state", request.state())
                .with("code_challenge", Hashes.codeChallenge(request.verifier()))
                .with("code_challenge_method", "S256")
                .behind(URI.create(app.webUrl() + "/login/oauth/authorize"));
    }

    @Override
    public Confirmed exchange(SignInAttempt request, Comeback back) {
        boolean another = back.issuer()
                .filter(issuer ->
                        !issuer.equals(app.webUrl().toString()) && !issuer.equals(app.webUrl() + "/login/oauth"))
                .isPresent();
        if (another) {
            throw Failure.unauthenticated("Another provider answered than the one that was asked.");
        }
        GrantedToken token = token(new FormParameters()
                .with("code", back.code())
                .with("redirect_uri", request.redirectUri())
                .with("code_verifier", request.verifier()));
        JsonNode user = api("/user", token);
        String id = user.path("id").isIntegralNumber() ? user.get("id").asString() : "";
        if (id.isEmpty()) {
            throw Failure.of(FailureKind.BAD_GATEWAY, "The Git host does not say who this person is.");
        }
        JsonNode email = primary(api("/user/emails", token));
        String picture = user.path("avatar_url").asString("");
        ProviderAccount account = new ProviderAccount(
                app.webUrl().toString(),
                id,
                ProviderEmail.usable(email.path("email").asString("")),
                email.path("verified").asBoolean(false) ? EmailTrust.VERIFIED : EmailTrust.UNVERIFIED,
                user.path("name").asString(user.path("login").asString("")),
                picture.startsWith("https://") ? picture : null);
        return new Confirmed(account, token);
    }

    /** A new token for a refresh token; empty when the host refuses it. */
    public Optional<GrantedToken> refresh(String refreshToken) {
        try {
            return Optional.of(token(
                    new FormParameters().with("grant_type", "refresh_token").with("refresh_token", refreshToken)));
        } catch (Failure refused) {
            if (refused.kind() == FailureKind.UNAUTHENTICATED) {
                return Optional.empty();
            }
            throw refused;
        }
    }

    /** Reads the token of an answer. The host answers 200 for refusals too, so an answer without a token is one. */
    private GrantedToken token(FormParameters form) {
        WebRequest post = form.with("client_id", app.clientId())
                .with("client_secret", app.clientSecret().reveal())
                .postTo(URI.create(app.webUrl() + "/login/oauth/access_token"));
        JsonNode answer = web.send(post.with("Accept", "application/json"))
                .json()
                .filter(JsonNode::isObject)
                .orElseThrow(GitHostProvider::unusable);
        String accessToken = answer.path("access_token").asString("");
        if (accessToken.isEmpty()) {
            throw BAD_CODE.contains(answer.path("error").asString(""))
                    ? Failure.unauthenticated("This sign-in code is not valid; sign in again.")
                    : unusable();
        }
        long life = answer.path("expires_in").asLong(0);
        String refreshToken = answer.path("refresh_token").asString("");
        return new GrantedToken(
                accessToken,
                life > 0 ? clock.instant().getEpochSecond() + life : null,
                refreshToken.isEmpty() ? null : refreshToken);
    }

    private JsonNode api(String path, GrantedToken token) {
        WebAnswer answer = web.send(WebRequest.get(URI.create(app.apiUrl() + path))
                .with("Authorization", "Bearer " + token.accessToken())
                .with("Accept", "application/vnd.github+json")
                .with("X-GitHub-Api-Version", API_VERSION)
                .with("User-Agent", app.clientId()));
        if (answer.status() != 200) {
            throw unusable();
        }
        return answer.json().orElseThrow(GitHostProvider::unusable);
    }

    private static JsonNode primary(JsonNode emails) {
        return emails.valueStream()
                .filter(email -> email.path("primary").asBoolean(false))
                .findFirst()
                .orElseThrow(() -> Failure.forbidden("The Git host names no primary e-mail address of this person."));
    }

    private static Failure unusable() {
        return Failure.of(FailureKind.BAD_GATEWAY, "The Git host did not answer as it should.");
    }
}
