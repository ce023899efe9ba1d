package cms.mcp.tools;

import cms.mcp.call.Arguments;
import java.util.Optional;

/**
 * One entry of a save.
 *
 * @param id of an entry, or the slug of a document; empty for models without
 */
record SaveItem(String id, Optional<String> locale, Arguments sent) {
    /** Key of the entry in {@link StoredEntries}. */
    String key() {
        return locale.orElse("") + "\n" + id;
    }
}
