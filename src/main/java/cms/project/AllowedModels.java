package cms.project;

import cms.platform.failure.Failure;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The models that a caller may see and change in a project: all of them, or a list (spec 2.4). {@code AllowedLocales}
 * is the same for locales; change both alike.
 */
public final class AllowedModels {
    private static final AllowedModels ALL = new AllowedModels(Optional.empty());

    private final Optional<Set<String>> only;

    private AllowedModels(Optional<Set<String>> only) {
        this.only = only;
    }

    public static AllowedModels all() {
        return ALL;
    }

    public static AllowedModels only(Iterable<String> modelIds) {
        Set<String> ids = new TreeSet<>();
        modelIds.forEach(ids::add);
        return new AllowedModels(Optional.of(Set.copyOf(ids)));
    }

    public boolean isAll() {
        return only.isEmpty();
    }

    /** The model ids in order; empty for all models. */
    public Optional<List<String>> list() {
        return only.map(ids -> ids.stream().sorted().toList());
    }

    public boolean allows(String modelId) {
        return only.map(ids -> ids.contains(modelId)).orElse(true);
    }

    /** Fails with {@code FORBIDDEN} unless the model is among them (reference 4.1). */
    public void require(String modelId) {
        if (!allows(modelId)) {
            throw Failure.forbidden("Your role in this project does not cover the model " + modelId + ".");
        }
    }
}
