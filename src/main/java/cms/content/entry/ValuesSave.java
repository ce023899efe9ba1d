package cms.content.entry;

import cms.access.Author;
import cms.content.api.Schedule;
import cms.content.check.Siblings;
import cms.content.check.Subject;
import cms.format.CanonicalJson;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Writes the members of a singleton, or the keys of a dictionary. */
final class ValuesSave {
    private final Edit edit;
    private final Author author;
    private final boolean always;

    ValuesSave(Edit edit, Author author, boolean always) {
        this.edit = edit;
        this.author = author;
        this.always = always;
    }

    void write(ObjectNode data, Schedule schedule) {
        Subject whole = edit.subject(Optional.empty());
        edit.guardFiles();
        edit.checkSchedule(schedule, List.of());
        ObjectNode merged = CollectionSave.merged(edit.current().values().orElse(null), data);
        edit.found(edit.content().check().check(whole, merged, Siblings.none()));
        if (!edit.refused()) {
            edit.putEntries(merged);
            boolean same = CanonicalJson.same(edit.current().values().orElse(null), merged) && schedule.isEmpty();
            if (same && !always) {
                return;
            }
            edit.putMeta(List.of(""), meta -> schedule.over(Edit.written(author).apply(meta)));
        }
    }
}
