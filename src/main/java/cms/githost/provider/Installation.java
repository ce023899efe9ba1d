package cms.githost.provider;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The app as it is installed in one account of the host.
 *
 * @param id positive, and exact in every JSON reader
 * @param repositorySelection {@code all} or {@code selected}
 * @param targetType {@code User} or {@code Organization}
 * @param permissions {@code read} or {@code write} by the host's name of the subject
 * @param suspendedAt null while it works
 * @param settingsUrl page for changing it at the host; null on the built-in host
 */
public record Installation(
        long id,
        HostAccount account,
        String repositorySelection,
        String targetType,
        Map<String, String> permissions,
        @Nullable Instant suspendedAt,
        @Nullable String settingsUrl) {
    public Installation {
        permissions = Map.copyOf(permissions);
    }

    public boolean isSuspended() {
        return suspendedAt != null;
    }
}
