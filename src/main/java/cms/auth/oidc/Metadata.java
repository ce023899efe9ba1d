package cms.auth.oidc;

import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * The members of an issuer's discovery document that this service needs.
 *
 * @param issuer exactly as tokens must contain it
 * @param namesItself whether the issuer puts {@code iss} into its redirects (RFC 9207)
 * @param takesBasic whether the client's secret is sent in the {@code Authorization} header
 */
record Metadata(
        String issuer,
        URI authorization,
        URI token,
        URI keys,
        Optional<URI> userInfo,
        boolean namesItself,
        boolean takesBasic) {
    /**
     * @param configured the issuer of the settings; the document may add a slash at its end and nothing else
     * @throws Failure BAD_GATEWAY when the document is not usable or of another issuer
     */
    static Metadata parse(JsonNode document, URI configured) {
        String issuer = document.path("issuer").asString("");
        if (!issuer.equals(configured.toString()) && !issuer.equals(configured + "/")) {
            throw unusable("it is the document of another issuer");
        }
        JsonNode methods = document.path("token_endpoint_auth_methods_supported");
        boolean post = contains(methods, "client_secret_post") && !contains(methods, "client_secret_basic");
        return new Metadata(
                issuer,
                url(document, "authorization_endpoint", configured),
                url(document, "token_endpoint", configured),
                url(document, "jwks_uri", configured),
                document.has("userinfo_endpoint")
                        ? Optional.of(url(document, "userinfo_endpoint", configured))
                        : Optional.empty(),
                document.path("authorization_response_iss_parameter_supported").asBoolean(false),
                !post);
    }

    /**
     * A URL of the document; one without TLS is refused when the issuer has TLS, so that no secret is sent in the
     * clear.
     */
    private static URI url(JsonNode document, String name, URI configured) {
        try {
            URI url = new URI(document.path(name).asString(""));
            boolean web = "https".equals(url.getScheme())
                    || ("http".equals(url.getScheme()) && "http".equals(configured.getScheme()));
            if (web && url.getHost() != null && url.getRawUserInfo() == null && url.getRawFragment() == null) {
                return url;
            }
        } catch (URISyntaxException malformed) {
            throw unusable(name + " is no URL").causedBy(malformed);
        }
        throw unusable(name + " is missing or no web address");
    }

    private static boolean contains(JsonNode list, String word) {
        return list.valueStream().anyMatch(item -> word.equals(item.asString("")));
    }

    private static Failure unusable(String reason) {
        return Failure.of(
                FailureKind.BAD_GATEWAY, "The identity provider's discovery document is not usable: " + reason + ".");
    }
}
