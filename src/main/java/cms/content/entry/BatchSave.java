package cms.content.entry;

import cms.access.Author;
import cms.content.api.BatchRequest;
import cms.content.api.Finding;
import cms.content.api.SaveReport;
import cms.content.api.SaveRequest;
import cms.content.snapshot.ModelContent;
import cms.content.snapshot.ParsedFiles;
import cms.content.snapshot.Snapshot;
import cms.content.write.Call;
import cms.format.ModelDefinition;
import cms.git.ChangeSet;
import cms.review.submit.Draft;
import cms.review.submit.Operation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Many entries and locales in one commit; one error keeps all of them from being written. */
final class BatchSave {
    private final BatchRequest request;
    private final Call call;
    private final Author author;
    private final ParsedFiles files;

    BatchSave(BatchRequest request, Call call, ParsedFiles files) {
        this.request = request;
        this.call = call;
        this.author = call.author();
        this.files = files;
    }

    /** The operations of this batch, one for each locale, with the keys that it saves there. */
    List<Operation> operations(Snapshot snapshot) {
        return byLocale(snapshot).stream()
                .map(JoinedSaves::save)
                .map(save -> new Operation(
                        Operation.Kind.SAVE,
                        author.toolOr(Save.TOOL),
                        request.modelId(),
                        place(save).topic(snapshot),
                        List.copyOf(save.data().propertyNames())))
                .toList();
    }

    Draft<SaveReport> over(Snapshot snapshot) {
        ChangeSet.Builder changes = ChangeSet.builder();
        List<Finding> findings = new ArrayList<>();
        Set<String> keys = new LinkedHashSet<>();
        WriteChecks checks = new WriteChecks();
        List<JoinedSaves> saves = byLocale(snapshot);
        for (JoinedSaves joined : saves) {
            SaveRequest save = joined.save();
            Edit edit = place(save).edit(snapshot, files, checks);
            keys.addAll(new Save(save, joined.asked(), call, files).write(edit));
            findings.addAll(edit.findings());
            if (checks.full()) {
                break;
            }
            changes.putAll(edit.changes());
        }
        SaveReport report = new SaveReport(findings);
        if (!report.valid()) {
            return new Draft.Refusal<>(report);
        }
        String locale = saves.size() == 1 ? place(saves.getFirst().save()).topic(snapshot) : "";
        String where = locale.isEmpty() ? saves.size() + " locales" : locale;
        String note = request.note().map(words -> "\n\n" + words).orElse("");
        String message = "cms: save " + request.modelId() + " [" + where + "]" + note;
        Operation operation = new Operation(
                Operation.Kind.SAVE, author.toolOr(Save.TOOL), request.modelId(), locale, List.copyOf(keys));
        return new Draft.Write<>(changes.build(), message, operation, report);
    }

    private static ModelLocale place(SaveRequest save) {
        return new ModelLocale(save.modelId(), save.locale());
    }

    /** The saves joined by locale, of a model without translation all of them. */
    private List<JoinedSaves> byLocale(Snapshot snapshot) {
        ModelContent content = new ModelLocale(request.modelId(), Optional.empty()).content(snapshot);
        ModelDefinition model = content.model();
        Map<String, JoinedSaves> joined = new LinkedHashMap<>();
        for (SaveRequest save : request.saves()) {
            String locale = place(save).localeIn(snapshot, content);
            joined.computeIfAbsent(
                            model.i18n() ? locale : "", _ -> new JoinedSaves(model.kind(), content.in(locale), save))
                    .add(save);
        }
        return List.copyOf(joined.values());
    }
}
