package cms.content.api;

import cms.platform.failure.Failure;
import java.util.List;

/** Several saves of one model, in one locale or many, that are carried out together or not at all. */
public record BatchRequest(String modelId, List<SaveRequest> saves) {
    /** @throws Failure INVALID without a save, or with one of another model */
    public BatchRequest {
        saves = List.copyOf(saves);
        if (saves.isEmpty()) {
            throw Failure.invalid("`items` is required: a list of saves, each `{ locale?, data, slug?, body? }`.");
        }
        if (!saves.stream().allMatch(save -> save.modelId().equals(modelId))) {
            throw Failure.invalid("A batch is about one model.");
        }
    }
}
