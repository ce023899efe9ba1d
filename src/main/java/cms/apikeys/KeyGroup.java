package cms.apikeys;

import java.util.Set;

/** The kind, place and scopes that many keys of one project share; in memory once for all of them. */
record KeyGroup(KeyKind kind, String workspaceId, String projectId, Set<KeyScope> scopes) {
    KeyGroup {
        scopes = Set.copyOf(scopes);
    }
}
