package cms.settings;

import cms.git.remote.FetchLimits;
import cms.platform.config.Secret;
import cms.platform.config.SettingReader;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The identity provider, and the Git host of repositories that are not built in.
 *
 * @param oidc the real {@code web_identity}
 * @param gitHost the real {@code git_host}
 * @param sessionDays days after which people have to sign in again
 * @param localAllowed {@code CMS_LOCAL_IDENTITY=true}: the service may start without a provider where others can reach
 *     it; local identity does not exist there
 */
public record IdentitySettings(
        @Nullable Oidc oidc, @Nullable GitHostAccess gitHost, int sessionDays, boolean localAllowed) {
    /** An OpenID Connect issuer, found by discovery. */
    public record Oidc(URI issuer, String clientId, Secret clientSecret) {}

    /**
     * A GitHub-shaped host: sign-in by its OAuth client, repositories through its app.
     *
     * @param app null while the host only signs people in
     * @param webhookSecret null when none is set; every webhook is refused then
     * @param limits the limits of fetched repositories
     * @param timeouts how long to wait for the host
     */
    public record GitHostAccess(
            URI apiUrl,
            URI webUrl,
            String clientId,
            Secret clientSecret,
            @Nullable HostApp app,
            @Nullable Secret webhookSecret,
            FetchLimits limits,
            Timeouts timeouts) {}

    /**
     * @param answer of the REST interface
     * @param firstFetch of the first fetch of a repository, when a request waits for it; the fetch goes on after that
     */
    public record Timeouts(Duration answer, Duration firstFetch) {}

    public record HostApp(String id, Secret privateKey) {}

    /**
     * True while no real provider is configured; the built-in page signs people in then where only this machine reaches
     * it.
     */
    public boolean isLocal() {
        return oidc == null && gitHost == null;
    }

    static IdentitySettings read(SettingReader reader) {
        return new IdentitySettings(
                oidc(reader),
                gitHost(reader),
                reader.positive("CMS_SESSION_DAYS", 90, 3_650),
                reader.flag("CMS_LOCAL_IDENTITY"));
    }

    private static @Nullable Oidc oidc(SettingReader reader) {
        URI issuer = reader.webUrl("CMS_OIDC_ISSUER");
        String clientId = reader.text("CMS_OIDC_CLIENT_ID");
        Secret clientSecret = reader.secret("CMS_OIDC_CLIENT_SECRET");
        reader.allOrNone("CMS_OIDC_ISSUER", "CMS_OIDC_CLIENT_ID", "CMS_OIDC_CLIENT_SECRET");
        return issuer == null || clientId == null || clientSecret == null
                ? null
                : new Oidc(issuer, clientId, clientSecret);
    }

    private static @Nullable GitHostAccess gitHost(SettingReader reader) {
        URI apiUrl = reader.webUrl("CMS_GIT_HOST_API_URL", "https://api.github.com");
        URI webUrl = reader.webUrl("CMS_GIT_HOST_WEB_URL", "https://github.com");
        String clientId = reader.text("CMS_GIT_HOST_CLIENT_ID");
        Secret clientSecret = reader.secret("CMS_GIT_HOST_CLIENT_SECRET");
        HostApp app = app(reader);
        Secret webhookSecret = reader.secret("CMS_GIT_HOST_WEBHOOK_SECRET");
        FetchLimits limits = limits(reader);
        Timeouts timeouts = timeouts(reader);
        boolean signsIn = reader.allOrNone("CMS_GIT_HOST_CLIENT_ID", "CMS_GIT_HOST_CLIENT_SECRET");
        if (!signsIn) {
            refuseWithoutClient(reader);
        }
        return clientId == null || clientSecret == null
                ? null
                : new GitHostAccess(apiUrl, webUrl, clientId, clientSecret, app, webhookSecret, limits, timeouts);
    }

    private static FetchLimits limits(SettingReader reader) {
        int repository = reader.positive("CMS_GIT_HOST_REPOSITORY_MEGABYTES_MAX", 2047, 2047);
        int file = reader.positive("CMS_GIT_HOST_FILE_MEGABYTES_MAX", 512, 2047);
        int files = reader.positive("CMS_GIT_HOST_FILES_MAX", 1_000_000);
        int look = reader.positive("CMS_GIT_HOST_LOOK_SECONDS", 30, 86_400);
        return new FetchLimits(repository << 20, (long) file << 20, files).lookingEvery(Duration.ofSeconds(look));
    }

    private static Timeouts timeouts(SettingReader reader) {
        int answer = reader.positive("CMS_GIT_HOST_ANSWER_SECONDS", 10, 60);
        int firstFetch = reader.positive("CMS_GIT_HOST_FIRST_FETCH_SECONDS", 10, 60);
        return new Timeouts(Duration.ofSeconds(answer), Duration.ofSeconds(firstFetch));
    }

    private static @Nullable HostApp app(SettingReader reader) {
        String id = reader.text("CMS_GIT_HOST_APP_ID");
        Secret privateKey = reader.rsaPrivateKey("CMS_GIT_HOST_PRIVATE_KEY");
        reader.allOrNone("CMS_GIT_HOST_APP_ID", "CMS_GIT_HOST_PRIVATE_KEY");
        return id == null || privateKey == null ? null : new HostApp(id, privateKey);
    }

    /**
     * Notes a fault where settings of the Git host are given without its OAuth client: connecting a repository needs
     * the person's own token on the host, which only that client gives.
     */
    private static void refuseWithoutClient(SettingReader reader) {
        for (String name : new String[] {
            "CMS_GIT_HOST_API_URL",
            "CMS_GIT_HOST_WEB_URL",
            "CMS_GIT_HOST_APP_ID",
            "CMS_GIT_HOST_PRIVATE_KEY",
            "CMS_GIT_HOST_WEBHOOK_SECRET"
        }) {
            if (reader.isGiven(name)) {
                reader.problem(name + " needs CMS_GIT_HOST_CLIENT_ID and CMS_GIT_HOST_CLIENT_SECRET beside it.");
            }
        }
    }
}
