package cms.content.entry;

import cms.content.api.SaveRequest;
import cms.content.api.Schedule;
import cms.format.EntryMeta;
import java.util.Map;

/**
 * The schedule and the status that a save asks for its entries: in a batch, those of the item that named the entry.
 *
 * @param save the save of entries that none of {@code byKey} names
 * @param byKey the saves by entry id or slug
 */
record AskedMeta(SaveRequest save, Map<String, SaveRequest> byKey) {
    private SaveRequest of(String key) {
        return byKey.getOrDefault(key, save);
    }

    Schedule schedule(String key) {
        return of(key).schedule();
    }

    /** Whether the meta of the entry changes even where its content does not. */
    boolean changesMeta(String key) {
        return of(key).changesMeta();
    }

    /** The meta of an entry with what is asked for it. */
    EntryMeta over(String key, EntryMeta meta) {
        return of(key).over(meta);
    }
}
