package cms;

import cms.platform.cache.LeastRecentlyUsed;
import cms.platform.db.Database;
import cms.workspace.Workspace;
import cms.workspace.Workspaces;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** Maps a workspace to the owner of its computing turn: the person who owns it, whose workspaces share one turn. */
final class ComputingAccounts implements UnaryOperator<String> {
    private static final int KNOWN_MAX = 10_000;
    private static final Duration KNOWN_FOR = Duration.ofMinutes(10);

    private final LeastRecentlyUsed<String, String> owners =
            new LeastRecentlyUsed<>(KNOWN_MAX, KNOWN_FOR, owner -> 1, owner -> {}, System::nanoTime);
    private final Database database;
    private final Workspaces workspaces;

    ComputingAccounts(Database database, Workspaces workspaces) {
        this.database = database;
        this.workspaces = workspaces;
    }

    /** The owner of a workspace; an unknown id has a turn of its own. */
    @Override
    public String apply(String workspaceId) {
        String known = owners.find(workspaceId);
        if (known == null) {
            known = database.read(tx -> workspaces.find(tx, workspaceId))
                    .map(Workspace::ownerId)
                    .orElse(workspaceId);
            owners.put(workspaceId, known);
        }
        return known;
    }
}
