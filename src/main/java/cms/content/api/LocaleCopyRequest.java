package cms.content.api;

import cms.platform.failure.Failure;

/** A copy of everything that a model says in one locale to another one. */
public record LocaleCopyRequest(String modelId, String from, String to) {
    /** @throws Failure INVALID for one locale */
    public LocaleCopyRequest {
        if (from.equals(to)) {
            throw Failure.invalid("`from` and `to` must be two locales.");
        }
    }
}
