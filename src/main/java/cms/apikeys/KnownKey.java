package cms.apikeys;

/**
 * A valid key that was used. There is one object per key while it is not revoked, so callers may keep counts of a key
 * by this object's identity.
 */
public final class KnownKey {
    private final String id;
    private final KeyGroup group;
    private volatile long lastUsedMillis;
    private volatile boolean revoked;

    KnownKey(String id, KeyGroup group) {
        this.id = id;
        this.group = group;
    }

    public String id() {
        return id;
    }

    public KeyKind kind() {
        return group.kind();
    }

    public String workspaceId() {
        return group.workspaceId();
    }

    public String projectId() {
        return group.projectId();
    }

    public boolean has(KeyScope scope) {
        return group.scopes().contains(scope);
    }

    /** True once the key was revoked, after which counts of it may be dropped. */
    public boolean revoked() {
        return revoked;
    }

    /** Remembers when the key was used; written to its row later, together with others. */
    public void usedAt(long epochMillis) {
        if (epochMillis - lastUsedMillis >= 1_000) {
            lastUsedMillis = epochMillis;
        }
    }

    /** Zero when the key was not used since this process began. */
    long lastUsedMillis() {
        return lastUsedMillis;
    }

    void revoke() {
        revoked = true;
    }
}
