package cms.content.entry;

import cms.access.Author;
import cms.content.api.DeleteRequest;
import cms.content.api.SaveReport;
import cms.content.snapshot.ParsedFiles;
import cms.content.snapshot.Snapshot;
import cms.format.ModelKind;
import cms.git.Tree;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import cms.review.submit.Draft;
import cms.review.submit.Operation;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Removes entries with their meta, computed against the newest content. */
final class EntryDelete {
    private static final String TOOL = "delete_content";

    private final DeleteRequest request;
    private final Author author;
    private final ParsedFiles files;

    EntryDelete(DeleteRequest request, Author author, ParsedFiles files) {
        this.request = request;
        this.author = author;
        this.files = files;
    }

    Draft<SaveReport> over(Snapshot snapshot, Tree tree) {
        Edit edit = new ModelLocale(request.modelId(), request.locale()).edit(snapshot, files);
        if (!edit.refused()) {
            remove(edit, tree);
        }
        SaveReport report = new SaveReport(edit.findings());
        if (edit.refused()) {
            return new Draft.Refusal<>(report);
        }
        String model = edit.model().id();
        String message = "cms: delete " + request.keys().size() + " entries from " + model + " [" + edit.locale() + "]";
        List<String> entries = edit.model().kind() == ModelKind.DICTIONARY ? List.of() : request.keys();
        Operation operation =
                new Operation(Operation.Kind.DELETION, author.toolOr(TOOL), model, edit.locale(), entries);
        return new Draft.Write<>(edit.changes(), message, operation, report);
    }

    private void remove(Edit edit, Tree tree) {
        switch (edit.model().kind()) {
            case COLLECTION -> {
                ModelLocale.requirePresent(edit, request.keys());
                edit.guardFiles();
                if (!edit.refused()) {
                    edit.putEntries(without(edit));
                    edit.dropMeta(request.keys());
                }
            }
            case DOCUMENT -> {
                ModelLocale.requirePresent(edit, request.keys());
                edit.guardDocuments(request.keys());
                request.keys().forEach(slug -> edit.removeDocument(slug, tree));
            }
            case DICTIONARY -> {
                ObjectNode values = edit.current().values().orElseGet(Json::object);
                ModelLocale.refuse(
                        request.keys().stream().filter(key -> !values.has(key)).toList());
                edit.guardFiles();
                if (!edit.refused()) {
                    edit.putEntries(without(edit));
                    edit.putWritten(List.of(""), author);
                }
            }
            case SINGLETON ->
                throw Failure.invalid("A singleton has no entries to delete; clear its members by saving null.");
        }
    }

    private ObjectNode without(Edit edit) {
        ObjectNode left = Json.object();
        edit.current().values().ifPresent(left::setAll);
        return left.remove(request.keys());
    }
}
