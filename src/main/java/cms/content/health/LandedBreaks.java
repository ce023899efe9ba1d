package cms.content.health;

import cms.content.api.HealthItem;
import cms.content.check.BreakingChanges;
import cms.content.recent.SnapshotReader;
import cms.content.snapshot.LocaleContent;
import cms.content.snapshot.ModelContent;
import cms.content.snapshot.Snapshot;
import cms.format.ModelDefinition;
import cms.git.CommitId;
import cms.git.Repository;
import cms.git.Tree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds what the last landing broke (reference 1.5): compares the model definitions of a commit with those of its first
 * parent. Both are read from Git, so the result survives a restart.
 */
final class LandedBreaks {
    private LandedBreaks() {}

    /** @param snapshot of this landing, or of a later one that has the same definitions as far as they are seen */
    static List<HealthItem> items(Repository repository, CommitId landed, Snapshot snapshot, SnapshotReader reader) {
        List<CommitId> parents = repository.commit(landed).parents();
        if (parents.isEmpty()) {
            return List.of();
        }
        Tree before = repository.tree(parents.getFirst());
        String folder = snapshot.paths().models();
        String models = folder.substring(0, folder.length() - 1);
        if (before.folder(models).equals(repository.tree(landed).folder(models))) {
            return List.of();
        }
        Snapshot earlier = reader.readAtOnce(before, snapshot);
        List<HealthItem> items = new ArrayList<>();
        for (ModelContent content : earlier.contents()) {
            ModelDefinition previous = content.model();
            ModelDefinition current =
                    snapshot.find(previous.id()).map(ModelContent::model).orElse(null);
            boolean unreadable =
                    snapshot.unreadable(snapshot.paths().model(previous.id())).isPresent();
            boolean renamed = current == null && hasMoved(content, earlier, snapshot);
            if (!unreadable && !renamed) {
                items.addAll(BreakingChanges.between(previous, current, content.entries()));
            }
        }
        return items;
    }

    /**
     * Whether a model that did not exist before has the same kind and the same entry keys: then this model was renamed.
     */
    private static boolean hasMoved(ModelContent content, Snapshot earlier, Snapshot later) {
        return later.contents().stream()
                .filter(other -> earlier.find(other.model().id()).isEmpty())
                .anyMatch(other -> other.model().kind() == content.model().kind()
                        && keys(other).equals(keys(content)));
    }

    private static Map<String, Set<String>> keys(ModelContent content) {
        Map<String, Set<String>> keys = new HashMap<>();
        content.locales().forEach((String locale, LocaleContent found) -> keys.put(locale, found.keys()));
        return keys;
    }
}
