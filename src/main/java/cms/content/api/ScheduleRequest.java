package cms.content.api;

import cms.platform.failure.Failure;
import java.util.List;
import java.util.Optional;

/** A change of {@code publish_at} and {@code expire_at} of entries; null clears one. */
public record ScheduleRequest(String modelId, Optional<String> locale, List<String> entryIds, Schedule schedule) {
    /** @throws Failure INVALID without an id, or without an instant to set or clear */
    public ScheduleRequest {
        entryIds = entryIds.stream().distinct().toList();
        if (entryIds.isEmpty()) {
            throw Failure.invalid("`entryIds` is required: a list with at least one id.");
        }
        if (schedule.isEmpty()) {
            throw Failure.invalid("Send `publish_at` or `expire_at`: a date and time, or null to clear it.");
        }
    }
}
