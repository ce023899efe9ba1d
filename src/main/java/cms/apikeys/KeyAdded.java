package cms.apikeys;

/**
 * Sent to every instance when a key was made.
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
