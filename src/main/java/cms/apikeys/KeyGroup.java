package cms.apikeys;

import java.util.Set;

/** The kind, project and scopes that many keys of one project share, once in memory for all of them. */
record KeyGroup(KeyKind kind, String workspaceId, String projectId, Set<KeyScope> scopes) {
    KeyGroup {
        scopes = Set.copyOf(scopes);
    }
}
