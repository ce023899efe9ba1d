package cms.content.entry;

import cms.content.check.NameCheck;
import cms.content.check.Subject;
import cms.content.snapshot.ModelContent;
import cms.content.snapshot.ParsedFiles;
import cms.content.snapshot.Snapshot;
import cms.content.write.Author;
import cms.content.write.SaveReport;
import cms.format.ContentNames;
import cms.format.ModelKind;
import cms.format.ProjectConfig;
import cms.platform.failure.Failure;
import cms.review.Draft;
import cms.review.Operation;
import java.util.List;

/** A save, computed against the newest content: merged over it, checked, and turned into files (spec 4.8). */
final class Save {
    static final String TOOL = "save_content";

    private final SaveRequest request;
    private final Author author;
    private final ParsedFiles files;

    Save(SaveRequest request, Author author, ParsedFiles files) {
        this.request = request;
        this.author = author;
        this.files = files;
    }

    Draft<SaveReport> over(Snapshot snapshot) {
        ModelContent content = snapshot.find(request.modelId())
                .orElseThrow(() -> Failure.notFound("There is no model " + request.modelId() + " in this project."));
        ProjectConfig config = snapshot.settings();
        String locale = locale(content, config);
        Edit edit = new Edit(snapshot, files, content, locale);
        boolean localeMatters = content.model().i18n() || request.locale().isPresent();
        if (localeMatters) {
            edit.found(NameCheck.locale(Subject.whole(content.model().id(), locale), config));
        }
        List<String> keys = edit.findings().isEmpty() ? write(edit) : List.of();
        SaveReport report = new SaveReport(edit.findings(), config.workflow());
        return edit.refused()
                ? new Draft.Refusal<>(report)
                : new Draft.Write<>(edit.changes(), message(content, keys, locale), operation(keys, locale), report);
    }

    private String locale(ModelContent content, ProjectConfig config) {
        String unnamed = content.model().i18n() ? ContentNames.DEFAULT_LOCALE : config.defaultLocale();
        return request.locale().orElse(unnamed);
    }

    /** The ids or slugs that were written; empty for the kinds without. */
    private List<String> write(Edit edit) {
        return switch (edit.model().kind()) {
            case COLLECTION -> new CollectionSave(edit, author).write(request.data());
            case SINGLETON, DICTIONARY -> {
                new ValuesSave(edit, author).write(request.data());
                yield List.of();
            }
            case DOCUMENT -> new DocumentSave(edit, author).write(request);
        };
    }

    private Operation operation(List<String> keys, String locale) {
        return new Operation(author.toolOr(TOOL), request.modelId(), locale, keys);
    }

    private static String message(ModelContent content, List<String> keys, String locale) {
        String id = content.model().id();
        if (content.model().kind() != ModelKind.DOCUMENT) {
            return "cms: save " + id + " [" + locale + "]";
        }
        return keys.size() == 1
                ? "cms: save document " + id + "/" + keys.getFirst() + " [" + locale + "]"
                : "cms: save " + keys.size() + " documents in " + id + " [" + locale + "]";
    }
}
