package cms.githost;

import cms.auth.Caller;
import cms.githost.remote.RemoteConfig;
import cms.platform.config.Secret;
import cms.platform.net.WebClient;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * This service as an app of a GitHub-shaped host.
 *
 * @param apiUrl of the REST interface, without a slash at its end
 * @param webUrl where people look at repositories and Git fetches and pushes them, {@code <webUrl>/<owner>/<name>.git}
 * @param privateKey RSA, PEM
 * @param webhookSecret null refuses every webhook
 * @param web client for addresses of the settings
 * @param timeout for an answer of the REST interface
 * @param userToken a person's own token at the host
 */
public record RemoteSettings(
        URI apiUrl,
        URI webUrl,
        String appId,
        Secret privateKey,
        @Nullable Secret webhookSecret,
        WebClient web,
        Duration timeout,
        Function<Caller, Optional<String>> userToken) {
    RemoteConfig config() {
        return new RemoteConfig(apiUrl, webUrl, appId, privateKey, web, timeout, userToken);
    }
}
