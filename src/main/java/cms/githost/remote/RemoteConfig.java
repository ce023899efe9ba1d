package cms.githost.remote;

import cms.auth.Caller;
import cms.platform.config.Secret;
import cms.platform.net.WebClient;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * Address and identity of this service at the host; URLs without a slash at their end.
 *
 * @param privateKey of the app, PKCS#8 in PEM form
 * @param timeout for an answer of the REST interface
 * @param userToken a person's own token at the host
 */
public record RemoteConfig(
        URI apiUrl,
        URI webUrl,
        String appId,
        Secret privateKey,
        WebClient web,
        Duration timeout,
        Function<Caller, Optional<String>> userToken) {}
