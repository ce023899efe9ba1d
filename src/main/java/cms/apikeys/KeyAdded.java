package cms.apikeys;

/**
 * Told to every instance: there is a new key.
 *
 * @param hash SHA-256 in hex
 * @param scopes as stored
 */
record KeyAdded(String id, String hash, String kind, String workspaceId, String projectId, String scopes) {
    static KeyAdded of(String id, String hash, KeyGroup group) {
        return new KeyAdded(
                id,
                hash,
                group.kind().stored(),
                group.workspaceId(),
                group.projectId(),
                KeyScope.stored(group.scopes()));
    }

    KeyGroup group() {
        return new KeyGroup(KeyKind.ofStored(kind), workspaceId, projectId, KeyScope.ofStored(scopes));
    }
}
