package cms.format;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds models whose {@code content_path} leads to files of another model (spec 2.5): an entry that is saved or deleted
 * in one would be saved or deleted in the other.
 */
public final class FolderClashes {
    private static final ContentPaths PATHS = ContentPaths.under("");

    private final Map<String, String> others = new LinkedHashMap<>();

    /** The files that a model may have: two models with equal reach may have the same file. */
    private record Reach(String folder, boolean documents, boolean i18n) {
        static Reach of(ModelDefinition model) {
            return new Reach(PATHS.contentFolder(model), model.kind() == ModelKind.DOCUMENT, model.i18n());
        }

        /** Documents in {@code a/b/en.md} are those of {@code a/b}, or the translations of {@code b} in {@code a}. */
        Optional<Reach> above() {
            String bare = folder.substring(0, folder.length() - 1);
            int slash = bare.lastIndexOf('/');
            return documents && !i18n && slash > 0
                    ? Optional.of(new Reach(bare.substring(0, slash + 1), true, true))
                    : Optional.empty();
        }
    }

    public FolderClashes(Collection<ModelDefinition> models) {
        Map<Reach, String> first = new HashMap<>();
        models.forEach(model -> note(model.id(), first.putIfAbsent(Reach.of(model), model.id())));
        models.forEach(model -> Reach.of(model).above().map(first::get).ifPresent(other -> note(model.id(), other)));
    }

    /** Another model that may have the same files as this one. */
    public Optional<String> with(String modelId) {
        return Optional.ofNullable(others.get(modelId));
    }

    private void note(String modelId, @Nullable String other) {
        if (other != null) {
            others.putIfAbsent(modelId, other);
            others.putIfAbsent(other, modelId);
        }
    }
}
