package cms.content.entry;

import cms.format.EntryStatus;
import cms.platform.failure.Failure;
import cms.platform.http.Body;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** A change of status (spec 4.8): draft, published or archived, for at least one entry. */
record StatusRequest(Place place, List<String> entryIds, EntryStatus status) {
    private static final Set<EntryStatus> OFFERED =
            EnumSet.of(EntryStatus.DRAFT, EntryStatus.PUBLISHED, EntryStatus.ARCHIVED);

    static StatusRequest parse(String modelId, Body body) {
        List<String> ids =
                body.texts("entryIds").orElse(List.of()).stream().distinct().toList();
        if (ids.isEmpty()) {
            throw Failure.invalid("`entryIds` is required: a list with at least one id.");
        }
        EntryStatus status = EntryStatus.of(body.requiredText("status"))
                .filter(OFFERED::contains)
                .orElseThrow(() -> Failure.invalid("`status` must be draft, published or archived."));
        return new StatusRequest(new Place(modelId, body.text("locale")), ids, status);
    }
}
