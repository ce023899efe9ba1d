package cms.auth.oauth;

import cms.platform.config.Secret;
import java.net.URI;

/**
 * This service as a GitHub-shaped host knows it.
 *
 * @param apiUrl of the REST interface, {@code https://api.github.com}
 * @param webUrl where people sign in, {@code https://github.com}
 */
public record OauthApp(URI apiUrl, URI webUrl, String clientId, Secret clientSecret) {}
