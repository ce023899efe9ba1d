package cms.auth;

import java.net.URI;

/**
 * How people reach this service and which sign-in routes it has.
 *
 * @param publicUrl without a slash at its end
 * @param managed whether the managed-only routes exist (oauth redirects, magic links by token)
 */
public record AuthSettings(URI publicUrl, boolean managed, ProviderSettings providers) {
    /** Cookies are marked Secure everywhere but on plain HTTP, which is only served on loopback. */
    boolean secureCookies() {
        return publicUrl.getScheme().equals("https");
    }

    /** An absolute URL of a path of ours, which begins with a slash. */
    String url(String path) {
        return publicUrl + path;
    }
}
