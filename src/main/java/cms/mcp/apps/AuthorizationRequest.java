package cms.mcp.apps;

import cms.platform.failure.Failure;
import cms.platform.http.Request;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The access that an app asks a person for.
 *
 * @param projectId the only project that may be granted; empty when the person picks one
 */
record AuthorizationRequest(
        ClientApp client,
        String redirectUri,
        Optional<String> state,
        Set<AppScope> scopes,
        String challenge,
        String audience,
        Optional<String> projectId) {
    private static final List<String> PARAMETERS = List.of(
            "client_id",
            "redirect_uri",
            "state",
            "scope",
            "response_type",
            "code_challenge",
            "code_challenge_method",
            "resource");
    private static final Pattern CHALLENGE = Pattern.compile("[A-Za-z0-9_-]{43}");
    private static final String QUERY = "?";

    /** The result of parsing: the request, or what is wrong with it. */
    sealed interface Reading {
        record Good(AuthorizationRequest request) implements Reading {}

        /** @param location the redirect URI with the error, to which the browser takes it */
        record Wrong(ClientApp client, String redirectUri, String location, String message) implements Reading {}
    }

    /**
     * Parses a request: client and redirect URI first, because errors in the rest are sent to that URI.
     *
     * @throws Failure INVALID for a wrong client or redirect URI, which is shown to the person only
     */
    static Reading read(Request request, Clients clients, ServerUrls issuer) {
        ClientApp client = clients.client(required(request, "client_id"), request.address());
        String redirectUri = required(request, "redirect_uri");
        if (!RedirectRule.allows(client.redirects(), redirectUri)) {
            throw Failure.invalid("The app asks to be answered at an address that is not its own.");
        }
        Optional<String> state = request.queries("state").stream().findFirst();
        try {
            return new Reading.Good(read(request, client, redirectUri, state, issuer));
        } catch (Failure wrong) {
            String word =
                    wrong.code().map(code -> code.replaceFirst("^oauth\\.", "")).orElse(OAuthFailure.INVALID_REQUEST);
            String location = error(redirectUri, state, issuer, word, wrong.message());
            return new Reading.Wrong(client, redirectUri, location, wrong.message());
        }
    }

    private static AuthorizationRequest read(
            Request request, ClientApp client, String redirectUri, Optional<String> state, ServerUrls issuer) {
        for (String parameter : PARAMETERS) {
            if (request.queries(parameter).size() > 1) {
                throw OAuthFailure.of(OAuthFailure.INVALID_REQUEST, parameter + " stands more than once");
            }
        }
        if (!request.query("response_type").equals(Optional.of("code"))) {
            throw OAuthFailure.of("unsupported_response_type", "only code is served");
        }
        String challenge = request.query("code_challenge").orElse("");
        if (!request.query("code_challenge_method").equals(Optional.of("S256"))
                || !CHALLENGE.matcher(challenge).matches()) {
            throw OAuthFailure.of(OAuthFailure.INVALID_REQUEST, "PKCE with S256 is required");
        }
        Set<AppScope> scopes = request.query("scope").map(AppScope::parse).orElseGet(() -> Set.of(AppScope.values()));
        if (scopes.isEmpty()) {
            throw OAuthFailure.of(OAuthFailure.INVALID_SCOPE, "none of these scopes is served");
        }
        String audience = request.query("resource").orElse(issuer.appEndpoint());
        if (!issuer.isResource(audience)) {
            throw OAuthFailure.of(OAuthFailure.INVALID_TARGET, "there is no such resource");
        }
        if (request.query("prompt").equals(Optional.of("none"))) {
            throw OAuthFailure.of("interaction_required", "a person is always asked");
        }
        return new AuthorizationRequest(
                client, redirectUri, state, scopes, challenge, audience, issuer.projectOf(audience));
    }

    /** The redirect after the person has denied access. */
    String denied(ServerUrls issuer) {
        return error(redirectUri, state, issuer, "access_denied", "the person did not allow it");
    }

    /** The redirect with the authorization code. */
    String answered(ServerUrls issuer, String code) {
        return withQuery(redirectUri, "code=" + encode(code) + common(state, issuer));
    }

    private static String error(
            String redirectUri, Optional<String> state, ServerUrls issuer, String word, String message) {
        return withQuery(
                redirectUri, "error=" + word + "&error_description=" + encode(message) + common(state, issuer));
    }

    private static String common(Optional<String> state, ServerUrls issuer) {
        return state.map(text -> "&state=" + encode(text)).orElse("") + "&iss=" + encode(issuer.url());
    }

    private static String withQuery(String url, String query) {
        return url + (url.contains(QUERY) ? "&" : QUERY) + query;
    }

    private static String required(Request request, String name) {
        List<String> values = request.queries(name);
        if (values.size() != 1 || values.getFirst().isBlank()) {
            throw Failure.invalid("The app's request names no " + name + ", or more than one.");
        }
        return values.getFirst();
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
