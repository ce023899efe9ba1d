package cms.content.entry;

import cms.access.Author;
import cms.content.check.Siblings;
import cms.content.check.Subject;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Writes the members of a singleton, or the keys of a dictionary. */
final class ValuesSave {
    private final Edit edit;
    private final Author author;

    ValuesSave(Edit edit, Author author) {
        this.edit = edit;
        this.author = author;
    }

    void write(ObjectNode data, Schedule schedule) {
        Subject whole = edit.subject(Optional.empty());
        edit.guardFiles();
        schedule.check(edit, List.of());
        ObjectNode merged = CollectionSave.merged(edit.current().values().orElse(null), data);
        edit.found(edit.content().check().check(whole, merged, Siblings.none()));
        if (!edit.refused()) {
            edit.putEntries(merged);
            edit.putMeta(List.of(""), meta -> schedule.over(Edit.written(author).apply(meta)));
        }
    }
}
