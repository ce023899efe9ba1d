package cms.delivery.read;

import cms.delivery.build.Site;
import cms.delivery.serve.Entity;
import cms.delivery.serve.Release;
import cms.platform.json.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** The paths that differ between two releases. */
record ReleaseChanges(List<String> added, List<String> changed, List<String> removed) {
    static ReleaseChanges between(Release before, Release after) {
        List<String> added = new ArrayList<>();
        List<String> changed = new ArrayList<>();
        after.files().forEach((path, entity) -> {
            Entity old = before.files().get(path);
            if (old == null) {
                added.add(path);
            } else if (!old.body().hash().equals(entity.body().hash())) {
                changed.add(path);
            }
        });
        List<String> removed = new ArrayList<>(before.files().keySet());
        removed.removeAll(after.files().keySet());
        Collections.sort(added);
        Collections.sort(changed);
        Collections.sort(removed);
        return new ReleaseChanges(added, changed, removed);
    }

    /** Whether readers get the same files, apart from the manifest, which has the time of the build. */
    boolean isOfManifestAlone() {
        return added.isEmpty() && removed.isEmpty() && List.of(Site.MANIFEST).containsAll(changed);
    }

    ObjectNode json(String since, String commitSha) {
        ObjectNode node = Json.object().put("since", since).put("commitSha", commitSha);
        added.forEach(node.putArray("added")::add);
        changed.forEach(node.putArray("changed")::add);
        removed.forEach(node.putArray("removed")::add);
        return node;
    }
}
