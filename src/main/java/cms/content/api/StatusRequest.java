package cms.content.api;

import cms.format.EntryStatus;
import cms.platform.failure.Failure;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A change of status (spec 4.8): draft, published or archived, for at least one entry. */
public record StatusRequest(String modelId, Optional<String> locale, List<String> entryIds, EntryStatus status) {
    private static final Set<EntryStatus> OFFERED =
            EnumSet.of(EntryStatus.DRAFT, EntryStatus.PUBLISHED, EntryStatus.ARCHIVED);

    /** @throws Failure INVALID without an id, or for another status */
    public StatusRequest {
        entryIds = entryIds.stream().distinct().toList();
        if (entryIds.isEmpty()) {
            throw Failure.invalid("`entryIds` is required: a list with at least one id.");
        }
        requireOffered(status);
    }

    /** @throws Failure INVALID for a text that is not one of the three statuses */
    public static EntryStatus offered(String text) {
        EntryStatus status = EntryStatus.of(text).orElseThrow(StatusRequest::notOffered);
        requireOffered(status);
        return status;
    }

    static void requireOffered(EntryStatus status) {
        if (!OFFERED.contains(status)) {
            throw notOffered();
        }
    }

    private static Failure notOffered() {
        return Failure.invalid("`status` must be draft, published or archived.");
    }
}
