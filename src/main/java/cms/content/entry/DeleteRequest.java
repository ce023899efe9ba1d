package cms.content.entry;

import cms.platform.failure.Failure;
import cms.platform.http.Body;
import java.util.ArrayList;
import java.util.List;

/** What goes: ids of a collection, slugs of documents, or keys of a dictionary, in one locale. */
record DeleteRequest(Place place, List<String> keys) {
    private static final List<String> NAMES = List.of("entryIds", "slugs", "keys");

    static DeleteRequest parse(String modelId, Body body) {
        List<String> keys = new ArrayList<>();
        NAMES.forEach(name -> body.texts(name).ifPresent(keys::addAll));
        if (keys.isEmpty()) {
            throw Failure.invalid("Send `entryIds`, `slugs` or `keys`: a list with at least one of them.");
        }
        return new DeleteRequest(
                new Place(modelId, body.text("locale")),
                keys.stream().distinct().toList());
    }
}
