package cms.auth.oauth;

import cms.platform.config.Secret;
import java.net.URI;

/**
 * The registration of this service as an app at a GitHub-shaped host.
 *
 * @param apiUrl of the REST interface, {@code https://api.github.com}
 * @param webUrl of the pages on which people sign in, {@code https://github.com}
 */
public record OauthApp(URI apiUrl, URI webUrl, String clientId, Secret clientSecret) {}
