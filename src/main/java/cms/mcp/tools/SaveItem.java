package cms.mcp.tools;

import cms.mcp.call.Arguments;
import java.util.Optional;

/**
 * One entry of a save.
 *
 * @param id an entry's, or the slug of a document; empty for the kinds without
 */
record SaveItem(String id, Optional<String> locale, Arguments sent) {
    /** What it is called in {@link StoredEntries}. */
    String key() {
        return locale.orElse("") + "\n" + id;
    }
}
