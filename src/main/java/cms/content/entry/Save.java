package cms.content.entry;

import cms.access.Author;
import cms.content.api.SaveReport;
import cms.content.api.SaveRequest;
import cms.content.snapshot.ParsedFiles;
import cms.content.snapshot.Snapshot;
import cms.content.write.Call;
import cms.format.ModelDefinition;
import cms.format.ModelKind;
import cms.platform.failure.Failure;
import cms.review.submit.Draft;
import cms.review.submit.Operation;
import java.util.List;
import java.util.Map;

/** A save, computed against the newest content: merged over it, checked, and turned into files (spec 4.8). */
final class Save {
    static final String TOOL = "save_content";

    private final SaveRequest request;
    private final AskedMeta asked;
    private final Call call;
    private final Author author;
    private final ParsedFiles files;

    Save(SaveRequest request, Call call, ParsedFiles files) {
        this(request, new AskedMeta(request, Map.of()), call, files);
    }

    /** {@code asked}: the schedules and status, where not all entries of the request have the same. */
    Save(SaveRequest request, AskedMeta asked, Call call, ParsedFiles files) {
        this.request = request;
        this.asked = asked;
        this.call = call;
        this.author = call.author();
        this.files = files;
    }

    Draft<SaveReport> over(Snapshot snapshot) {
        Edit edit = new ModelLocale(request.modelId(), request.locale()).edit(snapshot, files);
        List<String> keys = write(edit);
        SaveReport report = new SaveReport(edit.findings());
        if (edit.refused()) {
            return new Draft.Refusal<>(report);
        }
        Operation operation = new Operation(
                Operation.Kind.SAVE, author.toolOr(TOOL), edit.model().id(), edit.locale(), keys);
        return new Draft.Write<>(edit.changes(), message(edit.model(), keys, edit.locale()), operation, report);
    }

    /** The ids or slugs that were written; empty for the kinds without. */
    List<String> write(Edit edit) {
        if (edit.refused()) {
            return List.of();
        }
        requireSomething(edit.model());
        return switch (edit.model().kind()) {
            case COLLECTION -> new CollectionSave(edit, call).write(request, asked);
            case SINGLETON, DICTIONARY -> {
                new ValuesSave(edit, call).write(request, asked);
                yield List.of();
            }
            case DOCUMENT -> new DocumentSave(edit, call).write(request, asked);
        };
    }

    /** A document or a singleton without members can be checked like any other; no entries are no save. */
    private void requireSomething(ModelDefinition model) {
        boolean ofMany = model.kind() == ModelKind.COLLECTION || model.kind() == ModelKind.DICTIONARY;
        if (ofMany && request.data().isEmpty()) {
            throw Failure.invalid("`data` is empty; send at least one member.");
        }
    }

    private static String message(ModelDefinition model, List<String> keys, String locale) {
        String id = model.id();
        if (model.kind() != ModelKind.DOCUMENT) {
            return "cms: save " + id + " [" + locale + "]";
        }
        return keys.size() == 1
                ? "cms: save document " + id + "/" + keys.getFirst() + " [" + locale + "]"
                : "cms: save " + keys.size() + " documents in " + id + " [" + locale + "]";
    }
}
