package cms.content.schema;

import cms.content.snapshot.Snapshot;
import cms.format.ModelDefinition;
import cms.platform.failure.Failure;
import cms.project.AllowedModels;
import java.util.List;
import java.util.Map;

/** Finds the models whose relations point to another one. */
final class Relations {
    private Relations() {}

    /**
     * @throws Failure CONFLICT with those of the models that point into this one that the caller sees, itself left out
     */
    static void requireNone(Snapshot snapshot, String modelId, AllowedModels seen, String message) {
        List<String> pointing = snapshot.models().stream()
                .filter(model -> !model.id().equals(modelId))
                .filter(model -> points(model, modelId))
                .map(ModelDefinition::id)
                .toList();
        if (!pointing.isEmpty()) {
            List<String> named = pointing.stream().filter(seen::allows).toList();
            String names = String.join(", ", named);
            throw Failure.conflict(message
                            + (named.isEmpty() ? "" : " Models with relations into it: " + names + ".")
                            + (named.size() < pointing.size() ? " Ask somebody who sees all models." : ""))
                    .withData(Map.of("referencedBy", named));
        }
    }

    static boolean points(ModelDefinition model, String modelId) {
        return model.relations().values().stream()
                .anyMatch(field -> field.models().contains(modelId));
    }
}
