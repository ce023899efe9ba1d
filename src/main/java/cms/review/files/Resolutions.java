package cms.review.files;

import cms.format.merge.Resolution;
import cms.platform.failure.Failure;
import cms.platform.http.Body;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Parses a person's decisions about values that clash: {@code [{ path, entry, field, take }]}. */
public final class Resolutions {
    private static final int RESOLUTIONS_MAX = 10_000;

    private Resolutions() {}

    /** Reads {@code resolutions} of a body; {@code INVALID} when they are not a list of decisions. */
    public static List<Resolution> parse(Body body) {
        List<Resolution> resolutions = new ArrayList<>();
        body.node("resolutions").ifPresent(list -> {
            if (!list.isArray() || list.size() > RESOLUTIONS_MAX) {
                throw Failure.invalid("`resolutions` must be a list of at most " + RESOLUTIONS_MAX + " decisions.");
            }
            Map<Resolution.Target, Resolution> known = new HashMap<>();
            for (JsonNode item : list) {
                if (!item.isObject()) {
                    throw Failure.invalid(
                            "Each of `resolutions` must be an object of `path`, `entry`, `field`, `take`.");
                }
                Resolution resolution = resolution(Body.of(item));
                Resolution earlier = known.putIfAbsent(resolution.target(), resolution);
                if (earlier == null) {
                    resolutions.add(resolution);
                } else if (!earlier.equals(resolution)) {
                    throw Failure.unprocessable(
                            "Two decisions about " + resolution.place() + " differ; send one of them.");
                }
            }
        });
        return resolutions;
    }

    private static Resolution resolution(Body item) {
        JsonNode take = item.node("take").orElseThrow(Resolutions::unclear);
        return new Resolution(
                item.requiredText("path"),
                item.text("entry").orElse(null),
                item.text("field").orElse(null),
                take(take));
    }

    private static Resolution.Take take(JsonNode take) {
        if (take instanceof ObjectNode chosen && chosen.has("value")) {
            return new Resolution.Value(chosen.get("value"));
        }
        return switch (take.asString("")) {
            case "ours" -> new Resolution.Ours();
            case "theirs" -> new Resolution.Theirs();
            default -> throw unclear();
        };
    }

    private static Failure unclear() {
        return Failure.invalid("`take` must be \"ours\", \"theirs\" or an object with a `value`.");
    }
}
