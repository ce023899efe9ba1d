package cms.content.entry;

import cms.platform.failure.Failure;
import cms.platform.http.Body;
import java.util.List;

/** A change of {@code publish_at} and {@code expire_at} of entries; null clears one. */
record ScheduleRequest(Place place, List<String> entryIds, Schedule schedule) {
    static ScheduleRequest parse(String modelId, Body body) {
        List<String> ids =
                body.texts("entryIds").orElse(List.of()).stream().distinct().toList();
        Schedule schedule = Schedule.parse(body);
        if (ids.isEmpty()) {
            throw Failure.invalid("`entryIds` is required: a list with at least one id.");
        }
        if (schedule.isEmpty()) {
            throw Failure.invalid("Send `publish_at` or `expire_at`: a date and time, or null to clear it.");
        }
        return new ScheduleRequest(new Place(modelId, body.text("locale")), ids, schedule);
    }
}
