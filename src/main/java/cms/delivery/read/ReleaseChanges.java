package cms.delivery.read;

import cms.delivery.serve.Entity;
import cms.delivery.serve.Release;
import cms.platform.json.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/**
 * The paths that differ between the releases of one commit, whichever of them a client has, and a release. A path that
 * is not the same in all of them is named always: fetched or removed once too often it does no harm.
 */
record ReleaseChanges(List<String> added, List<String> changed, List<String> removed) {
    /** @param before the newest release of the commit that a client has */
    static ReleaseChanges between(Release before, Release after) {
        List<String> added = new ArrayList<>();
        List<String> changed = new ArrayList<>();
        after.files().forEach((path, entity) -> {
            Entity old = before.files().get(path);
            if (old == null) {
                added.add(path);
            } else if (!old.body().hash().equals(entity.body().hash())
                    || before.unsteady().contains(path)) {
                changed.add(path);
            }
        });
        Set<String> had = new HashSet<>(before.files().keySet());
        had.addAll(before.unsteady());
        had.removeAll(after.files().keySet());
        List<String> removed = new ArrayList<>(had);
        Collections.sort(added);
        Collections.sort(changed);
        Collections.sort(removed);
        return new ReleaseChanges(added, changed, removed);
    }

    ObjectNode json(String since, String commitSha) {
        ObjectNode node = Json.object().put("since", since).put("commitSha", commitSha);
        added.forEach(node.putArray("added")::add);
        changed.forEach(node.putArray("changed")::add);
        removed.forEach(node.putArray("removed")::add);
        return node;
    }
}
