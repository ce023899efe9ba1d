package cms.content.api;

import cms.platform.failure.Failure;
import java.util.List;

/**
 * A copy of what a model says in one locale to another one.
 *
 * @param entryIds ids or slugs of those that are copied, where the other locale lacks them; empty for everything, to a locale
 *     that has nothing
 */
public record LocaleCopyRequest(String modelId, String from, String to, List<String> entryIds) {
    /** A copy of everything. */
    public LocaleCopyRequest(String modelId, String from, String to) {
        this(modelId, from, to, List.of());
    }

    /** @throws Failure INVALID for one locale */
    public LocaleCopyRequest {
        if (from.equals(to)) {
            throw Failure.invalid("`from` and `to` must be two locales.");
        }
        entryIds = List.copyOf(entryIds);
    }
}
