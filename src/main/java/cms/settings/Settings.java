package cms.settings;

import cms.platform.config.SettingReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;

/**
 * All settings of this instance, read from the environment, checked and complete (design 2.1).
 *
 * <p>Immutable and free of secrets in its text form, so it can be logged as it is.
 */
public record Settings(
        ServerSettings server,
        ProductSettings product,
        IdentitySettings identity,
        StorageSettings storage,
        OutsideSettings outside,
        RateSettings rates) {
    private static final String PREFIX = "CMS_";

    /**
     * Reads and checks all settings.
     *
     * @param environment variables by name; those that do not begin with {@code CMS_} are ignored
     * @param projectFolder the folder in which the default data folder lies
     * @throws cms.platform.failure.Failure with one sentence on a line of its own for each fault
     */
    public static Settings read(Map<String, String> environment, Path projectFolder) {
        var reader = new SettingReader(PREFIX, environment);
        Settings settings = readAll(reader, projectFolder);
        settings.refuseLocalIdentityInPublic(reader);
        reader.finish();
        return settings;
    }

    /** A copy with the port that was bound for port 0, because links are made before the server answers. */
    public Settings boundTo(int boundPort) {
        return new Settings(server.boundTo(boundPort), product, identity, storage, outside, rates);
    }

    /** Every name that may be set, the file forms of secrets included. */
    public static SortedSet<String> names() {
        var reader = new SettingReader(PREFIX, Map.of());
        readAll(reader, Path.of(""));
        return reader.knownNames();
    }

    /** Warnings for the person who starts the service, one sentence each. */
    public List<String> warnings() {
        List<String> messages = new ArrayList<>();
        if (identity.isLocal()) {
            messages.add(
                    server.isLocal()
                            ? "No identity provider is configured: anybody on this machine can sign in as anybody."
                            : "No identity provider is configured: nobody can sign in, but by a mailed link to an account.");
        }
        if (outside.smtpUrl() == null && !server.isLocal()) {
            messages.add(
                    "CMS_SMTP_URL is not set: mail is off, sign-in links are refused, invitations are not mailed.");
        }
        if (storage.redisUrl() != null) {
            messages.add("CMS_REDIS_URL is set and not used: instances tell each other through the database, and each"
                    + " counts its rate limits by itself.");
        }
        if (!outside.privateAddressesAllowed().isEmpty()) {
            messages.add(
                    "URLs from outside may reach these private addresses: " + outside.privateAddressesAllowed() + ".");
        }
        if (product.billed() && product.stripe() == null) {
            messages.add("CMS_BILLING is on without a payment provider: billing routes answer 503.");
        }
        var gitHost = identity.gitHost();
        if (gitHost != null && gitHost.webhookSecret() == null) {
            messages.add("CMS_GIT_HOST_WEBHOOK_SECRET is not set: every webhook of the Git host is refused.");
        }
        return List.copyOf(messages);
    }

    private static Settings readAll(SettingReader reader, Path projectFolder) {
        return new Settings(
                ServerSettings.read(reader),
                ProductSettings.read(reader),
                IdentitySettings.read(reader),
                StorageSettings.read(reader, projectFolder),
                OutsideSettings.read(reader),
                RateSettings.read(reader));
    }

    /**
     * Notes a fault where others reach the service and nobody could sign in, as local identity does not exist there.
     */
    private void refuseLocalIdentityInPublic(SettingReader reader) {
        if (!identity.isLocal() || identity.localAllowed()) {
            return;
        }
        String remedy =
                "; configure CMS_OIDC_* or CMS_GIT_HOST_*, or set CMS_LOCAL_IDENTITY=true to start without them:"
                        + " the page that signs in anybody does not exist there, and nobody can sign in but by a mailed link.";
        String danger = ", where others reach the service, and it has no identity provider";
        if (!server.isBoundToLoopback()) {
            reader.problem("CMS_HOST is " + server.host() + danger + remedy);
        }
        if (!server.isPublicUrlLoopback()) {
            reader.problem("CMS_PUBLIC_URL is " + server.publicUrl() + danger + remedy);
        }
        if (!server.trustedProxies().isEmpty()) {
            reader.problem("CMS_TRUSTED_PROXIES is set" + danger + remedy);
        }
    }
}
