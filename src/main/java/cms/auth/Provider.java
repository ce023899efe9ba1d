package cms.auth;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The two kinds of sign-in (spec 2.1). */
public enum Provider {
    GIT_HOST,
    WEB_IDENTITY;

    /** The name in bodies, rows and paths: {@code git_host} or {@code web_identity}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The provider of exactly this name; empty for anything else. */
    public static Optional<Provider> find(String key) {
        return Arrays.stream(values())
                .filter(provider -> provider.key().equals(key))
                .findFirst();
    }
}
