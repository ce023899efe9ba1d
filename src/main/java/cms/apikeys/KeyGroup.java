package cms.apikeys;

import java.util.Set;

/** What keys of one project share; kept once in memory for all of them. */
record KeyGroup(KeyKind kind, String workspaceId, String projectId, Set<KeyScope> scopes) {
    KeyGroup {
        scopes = Set.copyOf(scopes);
    }
}
