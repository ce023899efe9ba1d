package cms.apikeys;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The row of a key that is not revoked; its plain text is stored nowhere.
 *
 * @param keyPrefix the first 16 characters of the plain text, by which people recognise a key
 * @param lastUsedAt null for a key that was never used
 */
public record ApiKey(
        String id,
        KeyKind kind,
        String workspaceId,
        String projectId,
        String name,
        String keyPrefix,
        Set<KeyScope> scopes,
        String createdBy,
        Instant createdAt,
        @Nullable Instant lastUsedAt) {
    public ApiKey {
        scopes = Set.copyOf(scopes);
    }

    /** The scopes by their documented words, in a fixed order. */
    public List<String> scopeNames() {
        return scopes.stream().sorted().map(KeyScope::wireName).toList();
    }
}
