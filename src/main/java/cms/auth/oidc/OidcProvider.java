package cms.auth.oidc;

import cms.auth.identity.Comeback;
import cms.auth.identity.Confirmed;
import cms.auth.identity.EmailTrust;
import cms.auth.identity.IdentityProvider;
import cms.auth.identity.ProviderAccount;
import cms.auth.identity.SignInAttempt;
import cms.auth.oauth.FormParameters;
import cms.auth.oauth.ProviderEmail;
import cms.platform.crypto.Hashes;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.net.WebAnswer;
import cms.platform.net.WebClient;
import cms.platform.net.WebRequest;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** The provider {@code web_identity}: an OpenID Connect issuer, by code flow with PKCE and nonce. */
public final class OidcProvider implements IdentityProvider {
    private final OidcClient client;
    private final WebClient web;
    private final Issuer issuer;
    private final IdTokens idTokens;

    public OidcProvider(OidcClient client, WebClient web, InstantSource clock) {
        this.client = client;
        this.web = web;
        this.issuer = new Issuer(client.issuer(), web, clock);
        this.idTokens = new IdTokens(issuer, client.clientId(), clock);
    }

    @Override
    public String authorizeUrl(SignInAttempt request) {
        return new FormParameters()
                .with("response_type", "code")
                .with("client_id", client.clientId())
                .with("redirect_uri", request.redirectUri())
                .with("scope", "openid email profile")
                .with("state", request.state())
                .with("nonce", request.nonce())
                .with("code_challenge", Hashes.codeChallenge(request.verifier()))
                .with("code_challenge_method", "S256")
                .behind(issuer.metadata().authorization());
    }

    @Override
    public Confirmed exchange(SignInAttempt request, Comeback back) {
        Metadata metadata = issuer.metadata();
        boolean named = back.issuer().isPresent() || (metadata.namesItself() && back.isWhole());
        if (named && !back.issuer().filter(metadata.issuer()::equals).isPresent()) {
            throw Failure.unauthenticated("Another identity provider answered than the one that was asked.");
        }
        JsonNode tokens = tokens(metadata, request, back.code());
        JsonNode claims = idTokens.verify(tokens.path("id_token").asString(""), request.nonce());
        JsonNode person = claims.hasNonNull("email") ? claims : userInfo(metadata, tokens, claims);
        String picture = person.path("picture").asString("");
        return new Confirmed(
                new ProviderAccount(
                        metadata.issuer(),
                        claims.get("sub").asString(),
                        ProviderEmail.usable(person.path("email").asString("")),
                        isVerified(person) ? EmailTrust.VERIFIED : EmailTrust.UNVERIFIED,
                        person.path("name")
                                .asString(person.path("preferred_username").asString("")),
                        picture.startsWith("https://") ? picture : null),
                null);
    }

    private JsonNode tokens(Metadata metadata, SignInAttempt request, String code) {
        FormParameters form = new FormParameters()
                .with("grant_type", "authorization_code")
                .with("code", code)
                .with("redirect_uri", request.redirectUri())
                .with("code_verifier", request.verifier());
        String secret = client.clientSecret().reveal();
        WebRequest post = metadata.takesBasic()
                ? form.postTo(metadata.token()).with("Authorization", basic(client.clientId(), secret))
                : form.with("client_id", client.clientId())
                        .with("client_secret", secret)
                        .postTo(metadata.token());
        WebAnswer answer = web.send(post.with("Accept", "application/json"));
        Optional<JsonNode> json = answer.json().filter(JsonNode::isObject);
        if (answer.isSuccess() && json.isPresent()) {
            return json.get();
        }
        String error = json.map(body -> body.path("error").asString("")).orElse("");
        if (error.equals("invalid_grant")) {
            throw Failure.unauthenticated("This sign-in code is not valid; sign in again.");
        }
        throw Failure.of(FailureKind.BAD_GATEWAY, "The identity provider did not exchange the sign-in code.");
    }

    /** The profile of the same person, for issuers whose ID tokens have no address. */
    private JsonNode userInfo(Metadata metadata, JsonNode tokens, JsonNode claims) {
        URI url = metadata.userInfo()
                .orElseThrow(() -> Failure.forbidden("The identity provider names no e-mail address of this person."));
        String accessToken = tokens.path("access_token").asString("");
        WebAnswer answer = web.send(WebRequest.get(url)
                .with("Authorization", "Bearer " + accessToken)
                .with("Accept", "application/json"));
        return answer.json()
                .filter(JsonNode::isObject)
                .filter(person -> answer.status() == 200)
                .filter(person ->
                        person.path("sub").asString("").equals(claims.get("sub").asString()))
                .orElseThrow(() ->
                        Failure.of(FailureKind.BAD_GATEWAY, "The identity provider does not say who this person is."));
    }

    /** Whether the address is verified; some issuers write the boolean as text. */
    private static boolean isVerified(JsonNode person) {
        JsonNode verified = person.path("email_verified");
        return verified.isBoolean()
                ? verified.asBoolean()
                : verified.asString("").equals("true");
    }

    private static String basic(String id, String secret) {
        String pair = FormParameters.encode(id) + ":" + FormParameters.encode(secret);
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }
}
