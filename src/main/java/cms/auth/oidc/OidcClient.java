package cms.auth.oidc;

import cms.platform.config.Secret;
import java.net.URI;

/**
 * The registration of this service at an issuer.
 *
 * @param issuer from the settings, without a slash at its end
 */
public record OidcClient(URI issuer, String clientId, Secret clientSecret) {}
