package cms.content.entry;

import cms.access.Author;
import cms.content.api.BatchRequest;
import cms.content.api.Finding;
import cms.content.api.SaveReport;
import cms.content.api.SaveRequest;
import cms.content.snapshot.ParsedFiles;
import cms.content.snapshot.Snapshot;
import cms.content.write.Call;
import cms.format.ModelDefinition;
import cms.format.ModelKind;
import cms.git.ChangeSet;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import cms.review.submit.Draft;
import cms.review.submit.Operation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

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
        ModelDefinition model = new ModelLocale(request.modelId(), Optional.empty())
                .content(snapshot)
                .model();
        return byLocale(snapshot, model).stream()
                .map(save -> new Operation(
                        Operation.Kind.SAVE,
                        author.toolOr(Save.TOOL),
                        model.id(),
                        place(save).topic(snapshot),
                        List.copyOf(save.data().propertyNames())))
                .toList();
    }

    Draft<SaveReport> over(Snapshot snapshot) {
        ModelDefinition model = new ModelLocale(request.modelId(), Optional.empty())
                .content(snapshot)
                .model();
        ChangeSet.Builder changes = ChangeSet.builder();
        List<Finding> findings = new ArrayList<>();
        Set<String> keys = new LinkedHashSet<>();
        List<SaveRequest> saves = byLocale(snapshot, model);
        for (SaveRequest save : saves) {
            Edit edit = place(save).edit(snapshot, files);
            keys.addAll(new Save(save, call, files).write(edit));
            findings.addAll(edit.findings());
            changes.putAll(edit.changes());
        }
        SaveReport report = new SaveReport(findings);
        if (!report.valid()) {
            return new Draft.Refusal<>(report);
        }
        String locale = saves.size() == 1 ? place(saves.getFirst()).topic(snapshot) : "";
        String where = locale.isEmpty() ? saves.size() + " locales" : locale;
        String note = request.note().map(words -> "\n\n" + words).orElse("");
        String message = "cms: save " + model.id() + " [" + where + "]" + note;
        Operation operation =
                new Operation(Operation.Kind.SAVE, author.toolOr(Save.TOOL), model.id(), locale, List.copyOf(keys));
        return new Draft.Write<>(changes.build(), message, operation, report);
    }

    private static ModelLocale place(SaveRequest save) {
        return new ModelLocale(save.modelId(), save.locale());
    }

    /** The saves joined into one for each locale; members of later saves replace those of earlier ones. */
    private List<SaveRequest> byLocale(Snapshot snapshot, ModelDefinition model) {
        Map<String, SaveRequest> joined = new LinkedHashMap<>();
        for (SaveRequest save : request.saves()) {
            String key = model.i18n() ? place(save).topic(snapshot) : "";
            SaveRequest keyed = model.kind() == ModelKind.DOCUMENT ? bySlug(save) : save;
            joined.merge(key, keyed, (earlier, later) -> join(model.kind(), earlier, later));
        }
        return List.copyOf(joined.values());
    }

    private static SaveRequest bySlug(SaveRequest save) {
        ObjectNode documents = Json.object();
        DocumentSave.sent(save).forEach(documents::set);
        return save.holding(documents);
    }

    private static SaveRequest join(ModelKind kind, SaveRequest earlier, SaveRequest later) {
        if (!later.schedule().equals(earlier.schedule()) || !later.status().equals(earlier.status())) {
            throw Failure.invalid("Saves of the same locale must ask for the same schedule and status.");
        }
        ObjectNode data = earlier.data().deepCopy();
        boolean nested = kind == ModelKind.COLLECTION || kind == ModelKind.DOCUMENT;
        later.data().forEachEntry((key, value) -> {
            if (nested && value instanceof ObjectNode members && data.get(key) instanceof ObjectNode known) {
                known.setAll(members);
            } else {
                data.set(key, value);
            }
        });
        return earlier.holding(data);
    }
}
