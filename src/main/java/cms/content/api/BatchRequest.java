package cms.content.api;

import cms.platform.failure.Failure;
import java.util.List;
import java.util.Optional;

/**
 * Several saves of one model, in one locale or many, that are carried out together or not at all.
 *
 * @param note the caller's words about them, a paragraph of the commit message
 */
public record BatchRequest(String modelId, List<SaveRequest> saves, Optional<String> note) {
    /** @throws Failure INVALID without a save, or with one of another model */
    public BatchRequest {
        saves = List.copyOf(saves);
        note = note.map(words -> words.replaceAll("\\p{Cntrl}+", " ").strip()).filter(words -> !words.isEmpty());
        if (saves.isEmpty()) {
            throw Failure.invalid("`items` is required: a list of saves, each `{ locale?, data, slug?, body? }`.");
        }
        if (!saves.stream().allMatch(save -> save.modelId().equals(modelId))) {
            throw Failure.invalid("A batch is about one model.");
        }
    }

    /** Saves without a note. */
    public BatchRequest(String modelId, List<SaveRequest> saves) {
        this(modelId, saves, Optional.empty());
    }
}
