package cms.auth;

import java.net.URI;

/**
 * How people reach this service and which sign-in routes it has.
 *
 * @param publicUrl without a slash at its end
 * @param managed whether the managed-only routes exist (oauth redirects, magic links by token)
 * @param localIdentity whether the built-in page signs people in; one real provider switches it off (design 2.1)
 */
public record AuthSettings(URI publicUrl, boolean managed, boolean localIdentity) {
    /** Cookies are marked Secure everywhere but on plain HTTP, which is only served on loopback. */
    boolean secureCookies() {
        return publicUrl.getScheme().equals("https");
    }

    /** An absolute URL of a path of ours, which begins with a slash. */
    String url(String path) {
        return publicUrl + path;
    }
}
