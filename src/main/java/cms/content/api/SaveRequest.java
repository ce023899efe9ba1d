package cms.content.api;

import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a save brings (spec 4.8); it is merged over what is stored, and null clears a member.
 *
 * @param locale empty for the default one
 * @param data a map of entries for a collection, members for the other kinds; a document may also come as {@code
 *     { <slug>: { ...members, body? } }} (reference 1.6)
 * @param slug a document's
 * @param body a document's Markdown; absent keeps the stored one
 * @param schedule of everything that is written (reference 4.3)
 */
public record SaveRequest(
        String modelId,
        Optional<String> locale,
        ObjectNode data,
        Optional<String> slug,
        Optional<String> body,
        Schedule schedule) {
    /** Entries of a collection, or members of a singleton or dictionary. */
    public static SaveRequest of(String modelId, Optional<String> locale, ObjectNode data) {
        return new SaveRequest(modelId, locale, data, Optional.empty(), Optional.empty(), Schedule.none());
    }
}
