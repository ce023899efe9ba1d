package cms.content.entry;

import cms.platform.http.Body;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a save brings (spec 4.8).
 *
 * @param data a map of entries for a collection, members for the other kinds; a document may also come as {@code
 *     { <slug>: { ...members, body? } }} (reference 1.6)
 * @param slug a document's
 * @param body a document's Markdown; absent keeps the stored one
 * @param schedule of everything that is written (reference 4.3)
 */
record SaveRequest(Place place, ObjectNode data, Optional<String> slug, Optional<String> body, Schedule schedule) {
    static SaveRequest parse(String modelId, Body body) {
        ObjectNode data = body.requiredObject("data").json();
        return new SaveRequest(
                new Place(modelId, body.text("locale")),
                data,
                body.text("slug"),
                body.text("body"),
                Schedule.parse(body));
    }
}
