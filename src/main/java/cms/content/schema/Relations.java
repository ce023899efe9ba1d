package cms.content.schema;

import cms.content.snapshot.Snapshot;
import cms.format.FieldDefinition;
import cms.format.ModelDefinition;
import cms.platform.failure.Failure;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Finds the models whose relations point to another one. */
final class Relations {
    private Relations() {}

    /** @throws Failure CONFLICT with the models that point into this one, itself left out */
    static void requireNone(Snapshot snapshot, String modelId, String message) {
        List<String> pointing = snapshot.models().stream()
                .filter(model -> !model.id().equals(modelId))
                .filter(model -> points(model, modelId))
                .map(ModelDefinition::id)
                .toList();
        if (!pointing.isEmpty()) {
            throw Failure.conflict(message + " Models with relations into it: " + String.join(", ", pointing) + ".")
                    .withData(Map.of("referencedBy", pointing));
        }
    }

    static boolean points(ModelDefinition model, String modelId) {
        return points(model.fields().values(), modelId);
    }

    private static boolean points(Collection<FieldDefinition> fields, String modelId) {
        return fields.stream()
                .anyMatch(field -> field.models().contains(modelId)
                        || points(field.fields().values(), modelId)
                        || field.items()
                                .filter(items -> points(List.of(items), modelId))
                                .isPresent());
    }
}
