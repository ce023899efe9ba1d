package cms.content.entry;

import cms.access.Author;
import cms.content.api.SaveReport;
import cms.content.api.ScheduleRequest;
import cms.content.snapshot.ParsedFiles;
import cms.content.snapshot.Snapshot;
import cms.review.submit.Draft;
import cms.review.submit.Operation;
import java.util.List;

/** A change of schedule, computed against the newest content; for every kind of model. */
final class ScheduleChange {
    private static final String TOOL = "update_schedule";

    private final ScheduleRequest request;
    private final Author author;
    private final ParsedFiles files;

    ScheduleChange(ScheduleRequest request, Author author, ParsedFiles files) {
        this.request = request;
        this.author = author;
        this.files = files;
    }

    Draft<SaveReport> over(Snapshot snapshot) {
        Edit edit = new ModelLocale(request.modelId(), request.locale()).edit(snapshot, files);
        List<String> keys = List.of();
        if (!edit.refused()) {
            ModelLocale.requirePresent(edit, request.entryIds());
            keys = edit.keysOf(request.entryIds());
            edit.guardMeta(keys);
            edit.checkSchedule(_ -> request.schedule(), keys);
        }
        SaveReport report = new SaveReport(edit.findings());
        if (edit.refused()) {
            return new Draft.Refusal<>(report);
        }
        edit.putMeta(request.entryIds(), meta -> request.schedule().over(meta).withUpdatedBy(author.email()));
        String model = edit.model().id();
        String message = "cms: schedule " + request.entryIds().size() + " entries in " + model;
        Operation operation = new Operation(Operation.Kind.SCHEDULE, author.toolOr(TOOL), model, edit.locale(), keys);
        return new Draft.Write<>(edit.changes(), message, operation, report);
    }
}
