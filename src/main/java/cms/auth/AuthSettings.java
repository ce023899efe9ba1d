package cms.auth;

import cms.platform.config.Secret;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The public address of this service, its identity providers, and its sign-in routes.
 *
 * @param publicUrl without a slash at its end
 * @param managed whether the managed-only routes exist (oauth redirects, magic links by token)
 * @param sessionLife after which a session ends, however it is used
 */
public record AuthSettings(URI publicUrl, boolean managed, RealProviders providers, Duration sessionLife) {
    /**
     * The configured providers; while there is none, the built-in page replaces both (design 2.1).
     *
     * @param webIdentity an OpenID Connect issuer
     * @param gitHost the OAuth app of a GitHub-shaped host
     * @param isReplaced whether the built-in page stands in for them: never where others reach the service
     */
    public record RealProviders(
            @Nullable IssuerSettings webIdentity, @Nullable Host gitHost, boolean isReplaced) {
        /** @param url of the issuer; a slash at its end may be missing here */
        public record IssuerSettings(URI url, String clientId, Secret clientSecret) {}

        /**
         * @param apiUrl of the REST interface
         * @param webUrl of the pages on which people sign in
         */
        public record Host(URI apiUrl, URI webUrl, String clientId, Secret clientSecret) {}

        /** True while people sign in at the built-in page; one configured provider switches it off. */
        boolean isLocal() {
            return isReplaced && webIdentity == null && gitHost == null;
        }
    }

    /** Whether cookies are marked Secure: everywhere but on plain HTTP, which is only served on loopback. */
    boolean secureCookies() {
        return publicUrl.getScheme().equals("https");
    }

    /** The absolute URL of a path of this service, which begins with a slash. */
    String url(String path) {
        return publicUrl + path;
    }
}
