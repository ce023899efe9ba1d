package cms.auth;

import cms.auth.identity.BuiltInIdentity;
import cms.auth.identity.IdentityProvider;
import cms.auth.oauth.GitHostProvider;
import cms.auth.oauth.OauthApp;
import cms.auth.oidc.OidcClient;
import cms.auth.oidc.OidcProvider;
import cms.auth.once.OneTimeCodes;
import cms.platform.net.WebClient;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The identity providers of this instance: those that are configured, or the built-in page while there is none. */
final class Providers {
    private final AuthSettings settings;
    private final @Nullable OidcProvider webIdentity;
    private final @Nullable GitHostProvider gitHost;

    Providers(AuthSettings settings, WebClient web, InstantSource clock) {
        this.settings = settings;
        AuthSettings.RealProviders.IssuerSettings issuer = settings.providers().webIdentity();
        AuthSettings.RealProviders.Host host = settings.providers().gitHost();
        this.webIdentity = issuer == null
                ? null
                : new OidcProvider(new OidcClient(issuer.url(), issuer.clientId(), issuer.clientSecret()), web, clock);
        this.gitHost = host == null
                ? null
                : new GitHostProvider(
                        new OauthApp(host.apiUrl(), host.webUrl(), host.clientId(), host.clientSecret()), web, clock);
    }

    @Nullable
    GitHostProvider gitHost() {
        return gitHost;
    }

    Map<Provider, IdentityProvider> all(OneTimeCodes codes) {
        Map<Provider, IdentityProvider> all = new EnumMap<>(Provider.class);
        if (settings.providers().isLocal()) {
            for (Provider provider : Provider.values()) {
                all.put(provider, new BuiltInIdentity(provider.key(), settings.url(""), codes));
            }
        }
        if (webIdentity != null) {
            all.put(Provider.WEB_IDENTITY, webIdentity);
        }
        if (gitHost != null) {
            all.put(Provider.GIT_HOST, gitHost);
        }
        return all;
    }
}
