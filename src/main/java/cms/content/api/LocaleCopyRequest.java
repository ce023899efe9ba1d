package cms.content.api;

import cms.platform.failure.Failure;
import java.util.List;

/**
 * A request to copy a model's content from one locale to another.
 *
 * @param entryIds ids or slugs of the entries to copy, where the other locale lacks them; empty for all content, to a
 *     locale that has none
 */
public record LocaleCopyRequest(String modelId, String from, String to, List<String> entryIds) {
    /** @throws Failure INVALID where both locales are the same */
    public LocaleCopyRequest {
        if (from.equals(to)) {
            throw Failure.invalid("`from` and `to` must be two locales.");
        }
        entryIds = List.copyOf(entryIds);
    }
}
