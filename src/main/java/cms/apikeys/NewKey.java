package cms.apikeys;

import java.util.Set;

/**
 * A request for a new key.
 *
 * @param scopes empty for kinds that have none
 * @param createdBy the id of the person who makes the key
 */
public record NewKey(
        KeyKind kind, String workspaceId, String projectId, String name, Set<KeyScope> scopes, String createdBy) {
    public NewKey {
        scopes = Set.copyOf(scopes);
    }
}
