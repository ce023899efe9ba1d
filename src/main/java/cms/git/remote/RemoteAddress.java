package cms.git.remote;

import cms.platform.config.Secret;
import java.net.URI;

/**
 * The address of a repository on its host, with credentials.
 *
 * @param url as {@code git clone} takes it, {@code https://host/owner/name.git}; from the settings, but for an
 *     {@linkplain #anonymous anonymous} address
 * @param user the name for HTTP Basic
 * @param token the password, good for some minutes at least
 */
public record RemoteAddress(URI url, String user, Secret token) {
    /**
     * Address of a public repository, without credentials. The URL comes from a person then, so requests to it pass the
     * guard for outside addresses.
     */
    public static RemoteAddress anonymous(URI url) {
        return new RemoteAddress(url, "", new Secret(""));
    }

    boolean isAnonymous() {
        return user.isEmpty();
    }
}
