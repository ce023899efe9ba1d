package cms.review.files;

import cms.format.CanonicalJson;
import cms.format.ContentPaths;
import cms.format.ModelDefinition;
import cms.format.ModelKind;
import cms.git.BlobId;
import cms.git.Tree;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/**
 * Finds a model in a later tree by its content, because a definition says nothing of an earlier id. People see a merge
 * that guesses wrong; rights follow {@link RenamedModels}.
 */
final class ModelHeirs {
    private final ContentPaths paths;
    private final ModelFiles files;

    ModelHeirs(ContentPaths paths, ModelFiles files) {
        this.paths = paths;
        this.files = files;
    }

    /** The new definitions of models that one side has moved, by their old ids. */
    Map<String, ModelDefinition> moves(Tree base, Tree side) {
        Map<String, ModelDefinition> moves = new HashMap<>();
        if (files.sameModels(base, side)) {
            return moves;
        }
        Map<String, ModelDefinition> before = files.models(base);
        Map<String, ModelDefinition> after = files.models(side);
        Set<String> heirs = new HashSet<>();
        Set<String> claimed = new HashSet<>();
        for (ModelDefinition model : before.values()) {
            ModelDefinition kept = after.get(model.id());
            if (kept != null) {
                boolean elsewhere = !paths.contentFolder(model).equals(paths.contentFolder(kept));
                if (elsewhere
                        && isLike(model, kept)
                        && files.content(side, model).isEmpty()) {
                    moves.put(model.id(), kept);
                }
                continue;
            }
            List<ModelDefinition> found = after.values().stream()
                    .filter(heir -> !before.containsKey(heir.id()) && isLike(model, heir))
                    .filter(heir -> inherits(base, model, side, heir))
                    .toList();
            if (found.size() == 1) {
                moves.put(model.id(), found.getFirst());
                if (!heirs.add(found.getFirst().id())) {
                    claimed.add(found.getFirst().id());
                }
            }
        }
        moves.values().removeIf(heir -> claimed.contains(heir.id()));
        return moves;
    }

    static boolean isLike(ModelDefinition one, ModelDefinition other) {
        return one.kind() == other.kind() && one.i18n() == other.i18n();
    }

    static boolean sameFields(ModelDefinition one, ModelDefinition other) {
        return CanonicalJson.same(one.raw().get("fields"), other.raw().get("fields"));
    }

    /** Whether a new model has a file or an entry of a model that is gone. */
    private boolean inherits(Tree base, ModelDefinition model, Tree side, ModelDefinition heir) {
        Map<String, BlobId> before = files.content(base, model);
        Map<String, BlobId> after = files.content(side, heir);
        boolean sameFields = sameFields(model, heir);
        if (before.isEmpty()) {
            return sameFields && !model.fields().isEmpty();
        }
        return before.entrySet().stream().anyMatch(file -> {
            BlobId now = after.get(file.getKey());
            if (now == null || now.equals(file.getValue())) {
                return now != null;
            }
            if (model.kind() == ModelKind.DOCUMENT) {
                return sameFields;
            }
            ObjectNode old = files.members(base, file.getKey(), file.getValue());
            ObjectNode members = files.members(side, file.getKey(), now);
            return old.propertyStream()
                    .anyMatch(member -> model.kind() == ModelKind.COLLECTION
                            ? members.has(member.getKey())
                            : sameFields && CanonicalJson.same(member.getValue(), members.get(member.getKey())));
        });
    }
}
