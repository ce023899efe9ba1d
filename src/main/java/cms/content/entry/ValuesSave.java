package cms.content.entry;

import cms.access.Author;
import cms.content.api.SaveRequest;
import cms.content.check.FindingTarget;
import cms.content.check.Siblings;
import cms.content.write.Call;
import cms.format.CanonicalJson;
import cms.project.AllowedModels;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** Writes the members of a singleton, or the keys of a dictionary. */
final class ValuesSave {
    private final Edit edit;
    private final AllowedModels visible;
    private final Author author;
    private final boolean always;

    ValuesSave(Edit edit, Call call) {
        this.edit = edit;
        this.visible = call.place().models();
        this.author = call.author();
        this.always = call.options().always();
    }

    void write(SaveRequest request, AskedMeta asked) {
        FindingTarget whole = edit.subject(Optional.empty());
        edit.guardFiles();
        edit.checkSchedule(asked::schedule, List.of());
        ObjectNode merged = CollectionSave.merged(edit.current().values().orElse(null), request.data());
        edit.check(whole, merged, Siblings.none(), Set.of(), visible);
        if (!edit.refused()) {
            edit.putEntries(merged);
            boolean same = CanonicalJson.same(edit.current().values().orElse(null), merged) && !asked.changesMeta("");
            if (same && !always) {
                return;
            }
            edit.putWritten(List.of(""), author, asked::over);
        }
    }
}
