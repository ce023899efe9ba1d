package cms.content.locale;

import cms.access.Author;
import cms.content.api.LocaleCopyRequest;
import cms.content.api.SaveReport;
import cms.content.check.FindingTarget;
import cms.content.check.NameCheck;
import cms.content.check.Siblings;
import cms.content.entry.Edit;
import cms.content.entry.ModelLocale;
import cms.content.snapshot.LocaleContent;
import cms.content.snapshot.ParsedFiles;
import cms.content.snapshot.Snapshot;
import cms.format.MarkdownFile;
import cms.format.ModelKind;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import cms.review.submit.Draft;
import cms.review.submit.Operation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/** Copies content to a locale that has none yet; the copies are drafts, because they are not translated yet. */
final class LocaleCopy {
    private static final String TOOL = "copy_locale";

    private final LocaleCopyRequest request;
    private final Author author;
    private final ParsedFiles files;

    LocaleCopy(LocaleCopyRequest request, Author author, ParsedFiles files) {
        this.request = request;
        this.author = author;
        this.files = files;
    }

    Draft<SaveReport> over(Snapshot snapshot) {
        ModelLocale place = new ModelLocale(request.modelId(), Optional.of(request.to()));
        if (!place.content(snapshot).model().i18n()) {
            throw Failure.unprocessable("The model " + request.modelId() + " is not translated.");
        }
        Edit edit = place.edit(snapshot, files);
        edit.addFindings(NameCheck.locale(FindingTarget.whole(request.modelId(), request.from()), snapshot.settings()));
        if (!edit.refused()) {
            copy(edit);
        }
        SaveReport report = new SaveReport(edit.findings());
        if (edit.refused()) {
            return new Draft.Refusal<>(report);
        }
        String message = "cms: copy " + request.modelId() + " from " + request.from() + " to " + request.to();
        List<String> keys = request.entryIds().isEmpty()
                ? edit.content().in(request.from()).keys().stream().sorted().toList()
                : List.copyOf(missing(edit, edit.content().in(request.from())));
        Operation operation =
                new Operation(Operation.Kind.CONTENT, author.toolOr(TOOL), request.modelId(), request.to(), keys);
        return new Draft.Write<>(edit.changes(), message, operation, report);
    }

    private void copy(Edit edit) {
        LocaleContent source = edit.content().in(request.from());
        if (!source.present()) {
            throw Failure.notFound("The model " + request.modelId() + " has no content in " + request.from() + ".");
        }
        if (!request.entryIds().isEmpty()) {
            copySome(edit, source);
            return;
        }
        if (edit.current().present()) {
            throw Failure.conflict("The model " + request.modelId() + " has content in " + request.to()
                    + " already, which a copy never overwrites.");
        }
        copy(edit, source, author);
    }

    /** The requested keys that the source has and the other locale lacks, sorted. */
    private SortedSet<String> missing(Edit edit, LocaleContent source) {
        return request.entryIds().stream()
                .filter(source::has)
                .filter(key -> !edit.current().has(key))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private void copySome(Edit edit, LocaleContent source) {
        if (!source.isOfMany()) {
            throw Failure.unprocessable("The model " + request.modelId() + " has no entries to choose from.");
        }
        Set<String> keys = missing(edit, source);
        if (keys.isEmpty()) {
            throw Failure.conflict("None of these entries is in " + request.from() + " and not yet in " + request.to()
                    + "; a copy never overwrites.");
        }
        SortedMap<String, MarkdownFile> documents = new TreeMap<>();
        source.documents().forEach((slug, file) -> {
            if (keys.contains(slug)) {
                documents.put(slug, file);
            }
        });
        ObjectNode values = edit.current().values().map(ObjectNode::deepCopy).orElseGet(Json::object);
        source.values().ifPresent(all -> keys.forEach(key -> values.set(key, all.get(key))));
        if (edit.model().kind() == ModelKind.DOCUMENT) {
            edit.guardDocuments(keys);
            checkDocuments(edit, documents);
        } else {
            edit.guardFiles();
            check(edit, values);
        }
        if (edit.refused()) {
            return;
        }
        if (edit.model().kind() != ModelKind.DOCUMENT) {
            edit.putEntries(values);
        }
        put(edit, documents);
        edit.putWritten(keys, author);
    }

    private static void put(Edit edit, SortedMap<String, MarkdownFile> documents) {
        documents.forEach(
                (slug, file) -> edit.put(edit.paths().document(edit.model(), slug, edit.locale()), file.bytes()));
    }

    /** Notes the errors of the source, or copies it as drafts. */
    static void copy(Edit edit, LocaleContent source, Author author) {
        if (edit.model().kind() == ModelKind.DOCUMENT) {
            edit.guardDocuments(source.keys());
            checkDocuments(edit, source.documents());
        } else {
            edit.guardFiles();
            source.values().ifPresent(values -> check(edit, values));
        }
        if (edit.refused()) {
            return;
        }
        source.values().ifPresent(edit::putEntries);
        put(edit, source.documents());
        edit.putWritten(edit.keysOf(source.keys()), author);
    }

    private static void check(Edit edit, ObjectNode values) {
        if (edit.model().kind() != ModelKind.COLLECTION) {
            edit.checkFields(edit.subject(Optional.empty()), values, Siblings.none());
            return;
        }
        Siblings siblings = Siblings.of(values);
        values.forEachEntry((id, entry) -> {
            ObjectNode members = entry instanceof ObjectNode object ? object : Json.object();
            edit.checkFields(edit.subject(Optional.of(id)), members, siblings);
        });
    }

    private static void checkDocuments(Edit edit, SortedMap<String, MarkdownFile> documents) {
        Map<String, ObjectNode> all = new LinkedHashMap<>();
        documents.forEach((slug, file) -> all.put(slug, file.frontmatter()));
        Siblings siblings = Siblings.of(all);
        all.forEach((slug, members) -> edit.checkFields(edit.subject(Optional.of(slug)), members, siblings));
    }
}
