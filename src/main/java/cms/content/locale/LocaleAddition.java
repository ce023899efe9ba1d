package cms.content.locale;

import cms.access.Author;
import cms.content.api.Finding;
import cms.content.api.LocaleAdditionRequest;
import cms.content.api.SaveReport;
import cms.content.entry.Edit;
import cms.content.entry.WriteChecks;
import cms.content.snapshot.LocaleContent;
import cms.content.snapshot.ModelContent;
import cms.content.snapshot.ParsedFiles;
import cms.content.snapshot.Snapshot;
import cms.format.CanonicalJson;
import cms.format.FormatLimits;
import cms.format.ProjectConfig;
import cms.git.ChangeSet;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import cms.review.submit.Draft;
import cms.review.submit.Operation;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Adds a locale to the configuration, and copies of every translated model when asked to, in one commit. */
final class LocaleAddition {
    private static final String TOOL = "add_locale";

    private final LocaleAdditionRequest request;
    private final Author author;
    private final ParsedFiles files;

    LocaleAddition(LocaleAdditionRequest request, Author author, ParsedFiles files) {
        this.request = request;
        this.author = author;
        this.files = files;
    }

    Draft<SaveReport> over(Snapshot snapshot) {
        ChangeSet.Builder changes =
                ChangeSet.builder().put(snapshot.paths().config(), CanonicalJson.bytes(extended(stored(snapshot))));
        WriteChecks checks = new WriteChecks();
        List<Finding> findings = new ArrayList<>();
        List<String> copied = new ArrayList<>();
        request.copyFrom().ifPresent(from -> {
            for (ModelContent content : snapshot.contents()) {
                if (isToCopy(content, from)) {
                    Edit edit = new Edit(snapshot, files, content, request.locale(), checks);
                    LocaleCopy.copy(edit, content.in(from), author);
                    findings.addAll(edit.findings());
                    changes.putAll(edit.changes());
                    copied.add(content.model().id());
                }
            }
        });
        SaveReport report = new SaveReport(findings);
        if (!report.valid()) {
            return new Draft.Refusal<>(report);
        }
        String message = "cms: add locale " + request.locale();
        String body = copied.isEmpty()
                ? ""
                : "\n\ncopied from " + request.copyFrom().orElse("") + ": " + String.join(", ", copied);
        Operation operation =
                new Operation(Operation.Kind.SETTINGS, author.toolOr(TOOL), "", request.locale(), List.of());
        return new Draft.Write<>(changes.build(), message + body, operation, report);
    }

    private ProjectConfig stored(Snapshot snapshot) {
        if (snapshot.configUnreadable()) {
            throw Failure.unprocessable(
                    "The stored config.json cannot be read and is not overwritten; repair it first.");
        }
        ProjectConfig config = snapshot.config()
                .orElseThrow(() -> Failure.notFound("This project has no config.json yet; initialise it first."));
        if (config.supportedLocales().contains(request.locale())) {
            throw Failure.conflict("The project supports the locale " + request.locale() + " already.");
        }
        if (config.supportedLocales().size() >= FormatLimits.LOCALES_MAX) {
            throw Failure.unprocessable(
                    "A project supports at most " + FormatLimits.LOCALES_MAX + " locales; take one out first.");
        }
        request.copyFrom()
                .filter(from -> !config.supportedLocales().contains(from))
                .ifPresent(from -> {
                    throw Failure.unprocessable("`copyFrom` is none of the locales of this project.");
                });
        return config;
    }

    private ObjectNode extended(ProjectConfig config) {
        ObjectNode members = config.raw().deepCopy();
        ObjectNode locales = members.get("locales") instanceof ObjectNode known ? known : Json.object();
        ArrayNode supported = Json.object().putArray("supported");
        config.supportedLocales().forEach(supported::add);
        locales.set("supported", supported.add(request.locale()));
        members.set("locales", locales);
        return members;
    }

    /** Whether the model's content is copied; content that was pushed for the locale already stays as it is. */
    private boolean isToCopy(ModelContent content, String from) {
        LocaleContent there = content.in(request.locale());
        return content.model().i18n() && content.in(from).present() && !there.present();
    }
}
