package cms.mcp.apps;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A person's grant to an app in one project (spec 2.17).
 *
 * @param clientHost of the client's id where that is a URL, else of its site, else its name
 * @param audience the URL that its tokens are valid for
 * @param endsAt its end, however it is used
 * @param endedAt null while it is valid
 */
public record ConnectedApp(
        String id,
        String userId,
        String workspaceId,
        String projectId,
        String clientId,
        String clientName,
        String clientHost,
        Set<AppScope> scopes,
        String audience,
        Instant createdAt,
        @Nullable Instant lastUsedAt,
        Instant endsAt,
        @Nullable Instant endedAt) {
    public ConnectedApp {
        scopes = Set.copyOf(scopes);
    }

    boolean isGood(Instant now) {
        return endedAt == null && now.isBefore(endsAt);
    }
}
