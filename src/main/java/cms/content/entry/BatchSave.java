package cms.content.entry;

import cms.access.Author;
import cms.content.check.Finding;
import cms.content.snapshot.ParsedFiles;
import cms.content.snapshot.Snapshot;
import cms.content.write.SaveReport;
import cms.format.ModelDefinition;
import cms.git.ChangeSet;
import cms.review.Draft;
import cms.review.Operation;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Many entries and locales in one commit; one error keeps all of them from being written. */
final class BatchSave {
    private final BatchRequest request;
    private final Author author;
    private final ParsedFiles files;

    BatchSave(BatchRequest request, Author author, ParsedFiles files) {
        this.request = request;
        this.author = author;
        this.files = files;
    }

    /** What is done in each locale. */
    List<Operation> operations(Snapshot snapshot) {
        ModelDefinition model =
                new Place(request.modelId(), Optional.empty()).content(snapshot).model();
        return request.byLocale(snapshot, model).stream()
                .map(save -> new Operation(
                        author.toolOr(Save.TOOL),
                        model.id(),
                        save.place().topic(snapshot),
                        List.copyOf(save.data().propertyNames())))
                .toList();
    }

    Draft<SaveReport> over(Snapshot snapshot) {
        ModelDefinition model =
                new Place(request.modelId(), Optional.empty()).content(snapshot).model();
        ChangeSet.Builder changes = ChangeSet.builder();
        List<Finding> findings = new ArrayList<>();
        Set<String> keys = new LinkedHashSet<>();
        List<SaveRequest> saves = request.byLocale(snapshot, model);
        for (SaveRequest save : saves) {
            Edit edit = save.place().edit(snapshot, files);
            keys.addAll(new Save(save, author, files).write(edit));
            findings.addAll(edit.findings());
            changes.putAll(edit.changes());
        }
        SaveReport report = new SaveReport(findings, snapshot.settings().workflow());
        if (!report.valid()) {
            return new Draft.Refusal<>(report);
        }
        String locale = saves.size() == 1 ? saves.getFirst().place().topic(snapshot) : "";
        String where = locale.isEmpty() ? saves.size() + " locales" : locale;
        String message = "cms: save " + model.id() + " [" + where + "]";
        Operation operation = new Operation(author.toolOr(Save.TOOL), model.id(), locale, List.copyOf(keys));
        return new Draft.Write<>(changes.build(), message, operation, report);
    }
}
