package cms.auth;

import cms.platform.config.Secret;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How people reach this service and which sign-in routes it has.
 *
 * @param publicUrl without a slash at its end
 * @param managed whether the managed-only routes exist (oauth redirects, magic links by token)
 * @param sessionLife after which a sign-in ends, however it is used
 */
public record AuthSettings(URI publicUrl, boolean managed, RealProviders providers, Duration sessionLife) {
    /**
     * The real providers; while there is none, the built-in page stands in for both (design 2.1).
     *
     * @param webIdentity an OpenID Connect issuer
     * @param gitHost the OAuth app of a GitHub-shaped host
     */
    public record RealProviders(
            @Nullable Issuer webIdentity, @Nullable Host gitHost) {
        /** @param url the issuer; a slash at its end may be missing here */
        public record Issuer(URI url, String clientId, Secret clientSecret) {}

        /**
         * @param apiUrl of the REST interface
         * @param webUrl where people sign in
         */
        public record Host(URI apiUrl, URI webUrl, String clientId, Secret clientSecret) {}

        /** True while the built-in page signs people in; one real provider switches it off. */
        boolean isLocal() {
            return webIdentity == null && gitHost == null;
        }
    }

    /** Cookies are marked Secure everywhere but on plain HTTP, which is only served on loopback. */
    boolean secureCookies() {
        return publicUrl.getScheme().equals("https");
    }

    /** An absolute URL of a path of ours, which begins with a slash. */
    String url(String path) {
        return publicUrl + path;
    }
}
