package cms.content.entry;

import cms.content.check.Finding;
import cms.content.check.NameCheck;
import cms.content.check.Subject;
import cms.content.snapshot.LocaleContent;
import cms.content.snapshot.ModelContent;
import cms.content.snapshot.ParsedFiles;
import cms.content.snapshot.Snapshot;
import cms.content.write.Author;
import cms.format.ContentNames;
import cms.format.ModelKind;
import cms.format.ProjectConfig;
import cms.platform.failure.Failure;
import cms.review.Draft;
import cms.review.Operation;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A change of status, computed against the newest content (spec 4.8, reference 4.3); for every kind of model. */
final class StatusChange {
    static final String TOOL = "update_status";

    private final StatusRequest request;
    private final Author author;
    private final ParsedFiles files;

    StatusChange(StatusRequest request, Author author, ParsedFiles files) {
        this.request = request;
        this.author = author;
        this.files = files;
    }

    Draft<StatusRequest> over(Snapshot snapshot) {
        ModelContent content = snapshot.find(request.modelId())
                .orElseThrow(() -> Failure.notFound("There is no model " + request.modelId() + " in this project."));
        ProjectConfig config = snapshot.settings();
        boolean i18n = content.model().i18n();
        String locale = request.locale().orElse(i18n ? ContentNames.DEFAULT_LOCALE : config.defaultLocale());
        if (i18n || request.locale().isPresent()) {
            refuse(NameCheck.locale(Subject.whole(content.model().id(), locale), config));
        }
        Edit edit = new Edit(snapshot, files, content, locale);
        requirePresent(edit.current(), content.model().kind());
        guardMeta(edit);
        edit.putMeta(
                request.entryIds(),
                meta -> meta.withStatus(request.status())
                        .withUpdatedBy(author.actor().email()));
        String message = "cms: %s %d entries in %s"
                .formatted(request.status().wireName(), request.entryIds().size(), request.modelId());
        Operation operation = new Operation(author.toolOr(TOOL), request.modelId(), locale, keys(content));
        return new Draft.Write<>(edit.changes(), message, operation, request);
    }

    private List<String> keys(ModelContent content) {
        return switch (content.model().kind()) {
            case COLLECTION, DOCUMENT -> request.entryIds();
            case SINGLETON, DICTIONARY -> List.of();
        };
    }

    /** A singleton or dictionary is one thing, whatever id the caller gives it. */
    private void requirePresent(LocaleContent current, ModelKind kind) {
        List<String> unknown = switch (kind) {
            case COLLECTION, DOCUMENT ->
                request.entryIds().stream()
                        .filter(id -> !current.keys().contains(id))
                        .toList();
            case SINGLETON, DICTIONARY -> current.present() ? List.of() : request.entryIds();
        };
        if (!unknown.isEmpty()) {
            throw Failure.notFound(
                            "There are no such entries in this model and locale: " + String.join(", ", unknown) + ".")
                    .withData(Map.of("entryIds", unknown));
        }
    }

    private void guardMeta(Edit edit) {
        Subject whole = edit.subject(Optional.empty());
        switch (edit.model().kind()) {
            case COLLECTION, SINGLETON, DICTIONARY ->
                edit.guard(whole, edit.paths().meta(edit.model(), edit.locale()));
            case DOCUMENT ->
                request.entryIds()
                        .forEach(slug ->
                                edit.guard(whole, edit.paths().documentMeta(edit.model(), slug, edit.locale())));
        }
        refuse(edit.findings());
    }

    private static void refuse(List<Finding> findings) {
        if (!Finding.valid(findings)) {
            throw Failure.unprocessable(findings.getFirst().message());
        }
    }
}
