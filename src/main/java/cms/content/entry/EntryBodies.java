package cms.content.entry;

import cms.content.api.BatchRequest;
import cms.content.api.DeleteRequest;
import cms.content.api.SaveRequest;
import cms.content.api.Schedule;
import cms.content.api.ScheduleRequest;
import cms.content.api.StatusRequest;
import cms.platform.failure.Failure;
import cms.platform.http.Body;
import cms.platform.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Parses the bodies of the routes of entries. */
final class EntryBodies {
    private static final List<String> KEYS = List.of("entryIds", "slugs", "keys");

    private EntryBodies() {}

    static SaveRequest save(String modelId, Body body) {
        ObjectNode data = body.requiredObject("data").json();
        return new SaveRequest(
                modelId, body.text("locale"), data, body.text("slug"), body.text("body"), schedule(body));
    }

    static BatchRequest batch(String modelId, Body body) {
        JsonNode items = body.node("items").orElse(Json.object());
        List<SaveRequest> saves = new ArrayList<>();
        if (items.isArray()) {
            items.forEach(item -> saves.add(save(modelId, own(Body.of(item)))));
        }
        return new BatchRequest(modelId, saves);
    }

    /** Refuses options of the whole commit in one of its saves, where they would have no effect. */
    private static Body own(Body item) {
        if (Stream.of("base", "branch", "review")
                .anyMatch(name -> item.node(name).isPresent())) {
            throw Failure.invalid(
                    "`base`, `branch` and `review` belong beside `items`, because a batch is one commit.");
        }
        return item;
    }

    static DeleteRequest delete(String modelId, Body body) {
        List<String> keys = new ArrayList<>();
        KEYS.forEach(name -> body.texts(name).ifPresent(keys::addAll));
        return new DeleteRequest(modelId, body.text("locale"), keys);
    }

    static StatusRequest status(String modelId, Body body) {
        List<String> ids = body.texts("entryIds").orElse(List.of());
        String status = body.requiredText("status");
        return new StatusRequest(modelId, body.text("locale"), ids, StatusRequest.offered(status));
    }

    static ScheduleRequest schedule(String modelId, Body body) {
        Schedule schedule = schedule(body);
        return new ScheduleRequest(
                modelId, body.text("locale"), body.texts("entryIds").orElse(List.of()), schedule);
    }

    private static Schedule schedule(Body body) {
        Map<String, Optional<String>> wanted = new LinkedHashMap<>();
        Schedule.MEMBERS.stream().filter(body::has).forEach(member -> wanted.put(member, body.text(member)));
        return new Schedule(wanted);
    }
}
