package cms.review.files;

import cms.format.ContentPaths;
import cms.format.ModelDefinition;
import cms.format.ModelKind;
import cms.git.BlobId;
import cms.git.Tree;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.review.files.ModelContents.FolderContents;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The models that one commit renamed. Rights follow them, so nothing is guessed, as a merge may ({@link ModelHeirs}):
 * the model is gone, most of its content is most of that of one new model alone, and that one has the content of no
 * other that is gone. What cannot be read, or would take too long, has no heir.
 */
public final class RenamedModels {
    /** Above so many pairs of a model that is gone and a new one only equal files say that one is the other. */
    private static final int PAIRS_MAX = 400;

    private final ModelFiles files;
    private final Tree before;
    private final Tree after;
    private final ModelContents contents;
    private final Map<String, FolderContents> heirs = new HashMap<>();

    private RenamedModels(ContentPaths paths, Tree before, Tree after) {
        this.files = new ModelFiles(paths);
        this.before = before;
        this.after = after;
        this.contents = new ModelContents(paths, files);
    }

    /** The new ids by the old ones. */
    public static Map<String, String> between(ContentPaths paths, Tree before, Tree after) {
        try {
            return new RenamedModels(paths, before, after).newIds();
        } catch (Failure tooMuch) {
            if (tooMuch.kind() != FailureKind.UNPROCESSABLE) {
                throw tooMuch;
            }
            return Map.of();
        }
    }

    private Map<String, String> newIds() {
        if (files.sameModels(before, after)) {
            return Map.of();
        }
        List<ModelDefinition> gone = missing(before, after).toList();
        List<ModelDefinition> fresh = missing(after, before).toList();
        if (gone.isEmpty() || fresh.isEmpty()) {
            return Map.of();
        }
        boolean few = (long) gone.size() * fresh.size() <= PAIRS_MAX;
        Map<String, List<String>> found = new TreeMap<>();
        gone.forEach(model -> found.put(model.id(), heirs(model, fresh, few)));
        List<String> claimed = found.values().stream().flatMap(List::stream).toList();
        Map<String, String> renamed = new TreeMap<>();
        found.forEach((id, heir) -> {
            if (heir.size() == 1 && Collections.frequency(claimed, heir.getFirst()) == 1) {
                renamed.put(id, heir.getFirst());
            }
        });
        return renamed;
    }

    /** The models of one tree whose definitions the other does not have, not even in a form that cannot be read. */
    private Stream<ModelDefinition> missing(Tree here, Tree there) {
        return files.models(here).values().stream()
                .filter(model -> files.definition(there, model.id()).isEmpty());
    }

    private List<String> heirs(ModelDefinition model, List<ModelDefinition> fresh, boolean few) {
        FolderContents content = contents.of(before, model);
        return fresh.stream()
                .filter(heir -> isHeir(model, content, heir, few))
                .map(ModelDefinition::id)
                .toList();
    }

    private boolean isHeir(ModelDefinition model, FolderContents content, ModelDefinition heir, boolean few) {
        FolderContents now = heirs.computeIfAbsent(heir.id(), id -> contents.of(after, heir));
        if (!content.isKnown() || !now.isKnown()) {
            return false;
        }
        if (!ModelHeirs.isLike(model, heir)) {
            return !content.isEmpty() && hasAll(model, heir);
        }
        if (content.isEmpty()) {
            return now.isEmpty()
                    && ModelHeirs.sameFields(model, heir)
                    && !model.fields().isEmpty();
        }
        return content.files().equals(now.files()) || few && isMostly(model, content, heir, now);
    }

    /**
     * Whether the folder of a model of another kind has exactly the files that this model had. Only whole files are
     * compared, because the other kind reads their content differently.
     */
    private boolean hasAll(ModelDefinition model, ModelDefinition heir) {
        Set<BlobId> there = contents.folder(after, heir);
        return !there.isEmpty() && there.equals(contents.folder(before, model));
    }

    /** Whether at least half of each of two models of one kind is in the other. */
    private boolean isMostly(ModelDefinition model, FolderContents content, ModelDefinition heir, FolderContents now) {
        boolean sameFields = ModelHeirs.sameFields(model, heir);
        boolean byName = sameFields && (model.kind() == ModelKind.COLLECTION || model.kind() == ModelKind.DOCUMENT);
        if (!sameFields && model.kind() == ModelKind.SINGLETON) {
            return false;
        }
        Map<String, String> old = contents.pieces(before, model, content);
        Map<String, String> young = contents.pieces(after, heir, now);
        if (old.isEmpty() || young.isEmpty()) {
            return false;
        }
        Set<String> shared = new HashSet<>(old.keySet());
        shared.removeIf(key -> !young.containsKey(key) || !byName && !Objects.equals(old.get(key), young.get(key)));
        return 2 * shared.size() >= Math.max(old.size(), young.size());
    }
}
