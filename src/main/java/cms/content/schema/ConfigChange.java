package cms.content.schema;

import cms.access.AllowedLocales;
import cms.access.Author;
import cms.content.api.ConfigRequest;
import cms.content.api.HealthItem;
import cms.content.check.ConfigCheck;
import cms.content.snapshot.Snapshot;
import cms.content.write.Call;
import cms.format.CanonicalJson;
import cms.format.ContentNames;
import cms.format.ContentPaths;
import cms.format.ModelDefinition;
import cms.format.ProjectConfig;
import cms.git.ChangeSet;
import cms.git.Tree;
import cms.platform.failure.Failure;
import cms.review.submit.Draft;
import cms.review.submit.Operation;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** A change of config.json, computed against the newest one (reference 3.2). */
final class ConfigChange {
    private final ConfigRequest request;
    private final Author author;
    private final AllowedLocales locales;

    ConfigChange(ConfigRequest request, Call call) {
        this.request = request;
        this.author = call.author();
        this.locales = call.place().locales();
    }

    Draft<ProjectConfig> over(Snapshot snapshot, Tree files) {
        if (snapshot.configUnreadable()) {
            throw Failure.unprocessable(
                    "The stored config.json cannot be read and is not overwritten; repair it first.");
        }
        ProjectConfig stored = snapshot.config()
                .orElseThrow(() -> Failure.notFound("This project has no config.json yet; initialise it first."));
        ProjectConfig changed = new ProjectConfig(request.over(stored.raw()));
        refuseInvalid(changed);
        requireLocales(stored, changed);
        ChangeSet.Builder changes =
                ChangeSet.builder().put(snapshot.paths().config(), CanonicalJson.bytes(changed.raw()));
        if (!stored.defaultLocale().equals(changed.defaultLocale())) {
            snapshot.models().stream()
                    .filter(model -> !model.i18n())
                    .forEach(model -> keepMeta(snapshot.paths(), files, model, stored.defaultLocale(), changes));
        }
        String message = "cms: update project config\n\n" + request.changedKeys();
        Operation operation = new Operation(Operation.Kind.SETTINGS, author.toolOr("update_config"), "", "", List.of());
        return new Draft.Write<>(changes.build(), message, operation, changed);
    }

    /**
     * Gives meta that older writers named after the default locale its proper name (reference 2.5): under another
     * default nobody would find it, and entries that are no draft by no other file would count as published.
     */
    private static void keepMeta(
            ContentPaths paths, Tree files, ModelDefinition model, String defaultLocale, ChangeSet.Builder changes) {
        String folder = paths.metaFolder(model);
        files.walk(folder.substring(0, folder.length() - 1), file -> {
            if (file.isFile()) {
                paths.properMeta(file.path(), model, defaultLocale)
                        .filter(proper -> files.blob(proper).isEmpty())
                        .ifPresent(proper -> changes.move(file, proper));
            }
        });
    }

    /**
     * Fails with FORBIDDEN where a locale is added, removed, or made or unmade the default, and the caller's role does
     * not cover it.
     */
    private void requireLocales(ProjectConfig stored, ProjectConfig changed) {
        Set<String> differing = new TreeSet<>(stored.supportedLocales());
        changed.supportedLocales().stream()
                .filter(locale -> !differing.remove(locale))
                .toList()
                .forEach(locales::require);
        differing.forEach(locales::require);
        if (!stored.defaultLocale().equals(changed.defaultLocale())) {
            locales.require(stored.defaultLocale());
            locales.require(changed.defaultLocale());
        }
    }

    /** Checks a project's first configuration more strictly: it may not even have warnings. */
    static void refuseUnsound(ProjectConfig config) {
        refuseInvalid(config);
        List<HealthItem> items = ConfigCheck.check(config);
        if (!items.isEmpty()) {
            throw Failure.unprocessable(
                    "The configuration would not be sound: " + items.getFirst().message());
        }
    }

    /** @throws Failure UNPROCESSABLE for a configuration that may not be written */
    static void refuseInvalid(ProjectConfig config) {
        List<HealthItem> items = ConfigCheck.check(config);
        if (!ConfigCheck.valid(items)) {
            throw Failure.unprocessable("The configuration would not be valid: "
                            + items.getFirst().message())
                    .withData(Map.of(
                            "errors", items.stream().map(HealthItem::json).toList()));
        }
        if (!config.domains().stream().allMatch(ContentNames::isSafeSegment)) {
            throw Failure.unprocessable(
                    "The configuration would not be valid: a domain must be usable as a folder name.");
        }
    }
}
