package cms.content.api;

import cms.format.EntryMeta;
import cms.format.EntryStatus;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * The members that a save sends (spec 4.8). They are merged over the stored entry; null clears a member.
 *
 * @param locale empty for {@code en}, as requests mean it; programs ask for the default one by name
 * @param data a map of entries for a collection, members for the other kinds; a document may also come as {@code {
 *     <slug>: { ...members, body? } }} (reference 1.6)
 * @param slug the slug of a document
 * @param body the Markdown of a document; absent keeps the stored one
 * @param schedule the schedule of everything that is written (reference 4.3)
 * @param status the status of everything that is written; empty keeps it, and makes new entries drafts
 */
public record SaveRequest(
        String modelId,
        Optional<String> locale,
        ObjectNode data,
        Optional<String> slug,
        Optional<String> body,
        Schedule schedule,
        Optional<EntryStatus> status) {
    /** @throws cms.platform.failure.Failure INVALID for a status that a save cannot set */
    public SaveRequest {
        status.ifPresent(StatusRequest::requireOffered);
    }

    /** A save that leaves the status as it is. */
    public SaveRequest(
            String modelId,
            Optional<String> locale,
            ObjectNode data,
            Optional<String> slug,
            Optional<String> body,
            Schedule schedule) {
        this(modelId, locale, data, slug, body, schedule, Optional.empty());
    }

    /** A copy that also sets the status of everything that it writes. */
    public SaveRequest as(EntryStatus wanted) {
        return new SaveRequest(modelId, locale, data, slug, body, schedule, Optional.of(wanted));
    }

    /** A copy that saves other entries, members or documents by slug. */
    public SaveRequest holding(ObjectNode other) {
        return new SaveRequest(modelId, locale, other, Optional.empty(), Optional.empty(), schedule, status);
    }

    /** Whether the meta changes even where the content does not. */
    public boolean changesMeta() {
        return !schedule.isEmpty() || status.isPresent();
    }

    /** The meta with the schedule and the status of this save. */
    public EntryMeta over(EntryMeta meta) {
        EntryMeta scheduled = schedule.over(meta);
        return status.map(scheduled::withStatus).orElse(scheduled);
    }

    /** Entries of a collection, or members of a singleton or dictionary. */
    public static SaveRequest of(String modelId, Optional<String> locale, ObjectNode data) {
        return new SaveRequest(modelId, locale, data, Optional.empty(), Optional.empty(), Schedule.none());
    }
}
