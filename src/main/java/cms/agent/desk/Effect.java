package cms.agent.desk;

import cms.platform.json.Json;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The changes that calls have made, as clients read them (spec 6.1, {@code affected}).
 *
 * @param snapshot whether the content of the trunk has changed
 * @param branches whether open changes were added or removed
 * @param branch the branch of the open change with the write; null for none
 * @param commit the commit of one write; null for none
 * @param objects number of deleted entries, models or files
 */
public record Effect(
        Set<String> models,
        Set<String> locales,
        boolean snapshot,
        boolean branches,
        @Nullable String branch,
        @Nullable String commit,
        int objects) {
    public static Effect none() {
        return new Effect(Set.of(), Set.of(), false, false, null, null, 0);
    }

    public Effect removing(int count) {
        return new Effect(models, locales, snapshot, branches, branch, commit, count);
    }

    public Effect plus(Effect other) {
        Set<String> allModels = new TreeSet<>(models);
        allModels.addAll(other.models);
        Set<String> allLocales = new TreeSet<>(locales);
        allLocales.addAll(other.locales);
        return new Effect(
                allModels,
                allLocales,
                snapshot || other.snapshot,
                branches || other.branches,
                other.branch == null ? branch : other.branch,
                other.commit == null ? commit : other.commit,
                objects + other.objects);
    }

    /** {@code { models, locales, snapshotChanged, branchesChanged, branch? }}. */
    public ObjectNode json() {
        ObjectNode json = Json.object();
        models.forEach(json.putArray("models")::add);
        locales.forEach(json.putArray("locales")::add);
        json.put("snapshotChanged", snapshot).put("branchesChanged", branches);
        return branch == null ? json : json.put("branch", branch);
    }
}
