package cms.content.api;

import cms.platform.failure.Failure;
import java.util.List;
import java.util.Optional;

/** The entries to delete: ids of a collection, slugs of documents, or keys of a dictionary, in one locale. */
public record DeleteRequest(String modelId, Optional<String> locale, List<String> keys) {
    /** @throws Failure INVALID without a key */
    public DeleteRequest {
        keys = keys.stream().distinct().toList();
        if (keys.isEmpty()) {
            throw Failure.invalid("Send `entryIds`, `slugs` or `keys`: a list with at least one of them.");
        }
    }
}
