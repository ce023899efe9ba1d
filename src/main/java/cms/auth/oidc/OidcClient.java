package cms.auth.oidc;

import cms.platform.config.Secret;
import java.net.URI;

/**
 * This service as an issuer knows it.
 *
 * @param issuer as the settings name it, without a slash at its end
 */
public record OidcClient(URI issuer, String clientId, Secret clientSecret) {}
