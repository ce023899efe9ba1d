package cms.review.files;

import cms.format.CanonicalJson;
import cms.format.ContentPaths;
import cms.format.ModelDefinition;
import cms.format.ModelKind;
import cms.git.BlobId;
import cms.git.Tree;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/**
 * The models that one commit renamed. Rights follow them, so nothing is guessed, as a merge may ({@link ModelHeirs}): the
 * model is gone, one new model alone has most of its content, and that one has the content of no other that is gone.
 */
public final class RenamedModels {
    private final ContentPaths paths;
    private final ModelFiles files;
    private final Tree before;
    private final Tree after;

    private RenamedModels(ContentPaths paths, Tree before, Tree after) {
        this.paths = paths;
        this.files = new ModelFiles(paths);
        this.before = before;
        this.after = after;
    }

    /** The new ids by the old ones. */
    public static Map<String, String> between(ContentPaths paths, Tree before, Tree after) {
        return new RenamedModels(paths, before, after).newIds();
    }

    private Map<String, String> newIds() {
        if (files.sameModels(before, after)) {
            return Map.of();
        }
        List<ModelDefinition> fresh = missing(after, before).toList();
        Map<String, List<String>> heirs = new TreeMap<>();
        missing(before, after).forEach(model -> heirs.put(model.id(), heirs(model, fresh)));
        List<String> claimed = heirs.values().stream().flatMap(List::stream).toList();
        Map<String, String> renamed = new TreeMap<>();
        heirs.forEach((id, found) -> {
            if (found.size() == 1 && Collections.frequency(claimed, found.getFirst()) == 1) {
                renamed.put(id, found.getFirst());
            }
        });
        return renamed;
    }

    /** The models of one tree whose definitions the other does not have, not even in a form that cannot be read. */
    private Stream<ModelDefinition> missing(Tree here, Tree there) {
        return files.models(here).values().stream()
                .filter(model -> files.definition(there, model.id()).isEmpty());
    }

    private List<String> heirs(ModelDefinition model, List<ModelDefinition> fresh) {
        if (fresh.isEmpty()) {
            return List.of();
        }
        Map<String, BlobId> content = content(before, model);
        return fresh.stream()
                .filter(heir -> ModelHeirs.isLike(model, heir) ? hasMost(model, content, heir) : hasAll(content, heir))
                .map(ModelDefinition::id)
                .toList();
    }

    /** The files of a model that hold anything: an empty one is like every other. */
    private Map<String, BlobId> content(Tree tree, ModelDefinition model) {
        Map<String, BlobId> content = files.content(tree, model);
        if (model.kind() != ModelKind.DOCUMENT) {
            content.entrySet()
                    .removeIf(file ->
                            files.members(tree, file.getKey(), file.getValue()).isEmpty());
        }
        return content;
    }

    /** Whether each file lies in the folder of a model of another kind, as it was: what is in it has another meaning there. */
    private boolean hasAll(Map<String, BlobId> content, ModelDefinition heir) {
        Set<BlobId> there = new HashSet<>();
        String folder = paths.contentFolder(heir);
        after.walk(folder.substring(0, folder.length() - 1), entry -> {
            if (entry.isFile()) {
                there.add(entry.blob());
            }
        });
        return !content.isEmpty() && there.containsAll(content.values());
    }

    /** Whether half of the files are in a model of the same kind; an empty model is renamed when it stays empty. */
    private boolean hasMost(ModelDefinition model, Map<String, BlobId> content, ModelDefinition heir) {
        boolean sameFields = ModelHeirs.sameFields(model, heir);
        if (content.isEmpty()) {
            return sameFields
                    && !model.fields().isEmpty()
                    && content(after, heir).isEmpty();
        }
        Map<String, BlobId> now = files.content(after, heir);
        long found = content.entrySet().stream()
                .filter(file -> Optional.ofNullable(now.get(file.getKey()))
                        .filter(blob -> blob.equals(file.getValue()) || isLike(model, file, blob, sameFields))
                        .isPresent())
                .count();
        return 2 * found >= content.size();
    }

    private boolean isLike(ModelDefinition model, Map.Entry<String, BlobId> file, BlobId blob, boolean sameFields) {
        if (model.kind() == ModelKind.DOCUMENT) {
            return sameFields;
        }
        ObjectNode old = files.members(before, file.getKey(), file.getValue());
        ObjectNode young = files.members(after, file.getKey(), blob);
        long found = old.properties().stream()
                .filter(member -> model.kind() == ModelKind.COLLECTION
                        ? young.has(member.getKey())
                        : sameFields && CanonicalJson.same(member.getValue(), young.get(member.getKey())))
                .count();
        return 2 * found >= old.size();
    }
}
