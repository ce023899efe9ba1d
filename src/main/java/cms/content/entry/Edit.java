package cms.content.entry;

import cms.access.Author;
import cms.content.api.Finding;
import cms.content.api.Schedule;
import cms.content.check.FindingTarget;
import cms.content.check.Siblings;
import cms.content.snapshot.LocaleContent;
import cms.content.snapshot.ModelContent;
import cms.content.snapshot.ParsedFiles;
import cms.content.snapshot.Snapshot;
import cms.format.CanonicalJson;
import cms.format.ContentPaths;
import cms.format.EntryMeta;
import cms.format.EntryStatus;
import cms.format.ModelDefinition;
import cms.format.ModelKind;
import cms.git.ChangeSet;
import cms.git.Tree;
import cms.platform.json.Json;
import cms.project.AllowedModels;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/** A change while it is computed: content of one model in one locale, the files to write, and the findings. */
public final class Edit {
    private final Snapshot snapshot;
    private final ParsedFiles files;
    private final ModelContent content;
    private final String locale;
    private final WriteChecks checks;
    private final ChangeSet.Builder changes = ChangeSet.builder();
    private final List<Finding> findings = new ArrayList<>();
    private boolean refused;

    /** @param checks what all edits of the same write share */
    public Edit(Snapshot snapshot, ParsedFiles files, ModelContent content, String locale, WriteChecks checks) {
        this.snapshot = snapshot;
        this.files = files;
        this.content = content;
        this.locale = locale;
        this.checks = checks;
    }

    public ModelDefinition model() {
        return content.model();
    }

    public ModelContent content() {
        return content;
    }

    public LocaleContent current() {
        return content.in(locale);
    }

    public String locale() {
        return locale;
    }

    public ContentPaths paths() {
        return snapshot.paths();
    }

    public List<Finding> findings() {
        return findings;
    }

    /** Whether an error was found, so that nothing is written. */
    public boolean refused() {
        return refused;
    }

    public ChangeSet changes() {
        return changes.build();
    }

    public void addFindings(Collection<Finding> more) {
        for (Finding finding : more) {
            refused |= finding.severity() == Finding.Severity.ERROR;
            checks.add(finding, findings);
        }
    }

    /** Notes an error when a file that is going to be replaced cannot be read: it is never overwritten. */
    void guard(FindingTarget subject, String path) {
        snapshot.unreadable(path)
                .ifPresent(broken -> addFindings(List.of(subject.error(
                        "",
                        "The file " + path + " cannot be read and is not overwritten: " + broken.message()
                                + " Repair it first."))));
    }

    /** Guards the files of entries and meta of a collection, singleton or dictionary, as {@link #guard} does. */
    public void guardFiles() {
        FindingTarget whole = subject(Optional.empty());
        guard(whole, paths().entries(model(), locale));
        guard(whole, paths().meta(model(), locale));
    }

    /** Guards the meta of these entries or documents, as {@link #guard} does. */
    public void guardMeta(Collection<String> keys) {
        FindingTarget whole = subject(Optional.empty());
        switch (model().kind()) {
            case COLLECTION, SINGLETON, DICTIONARY -> guard(whole, paths().meta(model(), locale));
            case DOCUMENT -> keys.forEach(slug -> guard(whole, paths().documentMeta(model(), slug, locale)));
        }
    }

    /** Guards documents and their meta, as {@link #guard} does. */
    public void guardDocuments(Collection<String> slugs) {
        slugs.forEach(slug -> guard(subject(Optional.of(slug)), paths().document(model(), slug, locale)));
        guardMeta(slugs);
    }

    /** The named ids or slugs; none for a singleton or dictionary, which has no ids. */
    public List<String> keysOf(Collection<String> named) {
        return switch (model().kind()) {
            case COLLECTION, DOCUMENT -> List.copyOf(named);
            case SINGLETON, DICTIONARY -> List.of();
        };
    }

    /**
     * Removes a document and its meta, that of older writers too: a document of the same slug would be as published.
     */
    void removeDocument(String slug, Tree tree) {
        changes.remove(paths().document(model(), slug, locale));
        changes.remove(paths().documentMeta(model(), slug, locale));
        if (!model().i18n()) {
            String folder = paths().documentMetaFolder(model(), slug);
            tree.entries(folder.substring(0, folder.length() - 1)).stream()
                    .filter(file -> file.isFile() && ContentPaths.isOlderMeta(file.name()))
                    .forEach(file -> changes.remove(file.path()));
        }
    }

    /** Removes entries from the meta file of a collection. */
    void dropMeta(Collection<String> ids) {
        if (!current().meta().isEmpty()) {
            ObjectNode left = Json.object().setAll(current().meta());
            putJson(paths().meta(model(), locale), left.remove(ids), current().meta());
        }
    }

    /**
     * Checks a value that is going to be stored.
     *
     * @param values the members as they will be, merged
     * @param saved the ids or slugs that this change writes; relations may point to them
     * @param visible the models that the caller may see; findings mention no others
     */
    void check(FindingTarget subject, ObjectNode values, Siblings siblings, Set<String> saved, AllowedModels visible) {
        checkFields(subject, values, siblings);
        if (!checks.budget().exhausted()) {
            addFindings(checks.ends(model(), snapshot.settings().strict())
                    .of(
                            subject,
                            values,
                            checks.budget(),
                            (modelId, ref) -> !visible.allows(modelId) || exists(modelId, ref, saved)));
        }
    }

    /**
     * Checks the fields of a value alone, within a budget that all checks of one write share; nothing once more errors
     * were found than are kept.
     */
    public void checkFields(FindingTarget subject, ObjectNode values, Siblings siblings) {
        if (!checks.full()) {
            addFindings(content.check().checkOne(subject, values, siblings, checks.budget()));
        }
    }

    private boolean exists(String modelId, String ref, Set<String> saved) {
        return modelId.equals(model().id()) && saved.contains(ref)
                || ModelLocale.isTarget(snapshot, locale, modelId, ref);
    }

    /** Notes an error for each entry that would end before it begins under the schedule that is asked for it. */
    void checkSchedule(Function<String, Schedule> asked, Collection<String> keys) {
        for (String key : keys.isEmpty() ? List.of("") : keys) {
            Schedule schedule = asked.apply(key);
            if (!schedule.isEmpty() && schedule.over(storedMeta(key)).endsBeforeItBegins()) {
                addFindings(List.of(subject(key.isEmpty() ? Optional.empty() : Optional.of(key))
                        .error("expire_at", "The entry must expire after it is published.")));
            }
        }
    }

    /** Writes the entries file: the map of a collection, or the members of a singleton or dictionary. */
    public void putEntries(ObjectNode entries) {
        ObjectNode kept = CanonicalJson.withoutDefaults(model(), entries);
        putJson(paths().entries(model(), locale), kept, current().values().orElseGet(Json::object));
    }

    public void put(String path, byte[] bytes) {
        changes.put(path, bytes);
    }

    private void putJson(String path, ObjectNode members, ObjectNode before) {
        CanonicalJson.WrittenObject file = files.write(members, before);
        changes.give(path, file.bytes());
        files.remember(path, changes.blob(path), file, before);
    }

    /** Writes the meta of entries, documents, or (with one key, which does not matter) of the whole. */
    public void putMeta(Collection<String> keys, UnaryOperator<EntryMeta> change) {
        putMeta(keys, (key, meta) -> change.apply(meta));
    }

    /** Writes the meta of what the author has written, with no other change. */
    public void putWritten(Collection<String> keys, Author author) {
        putWritten(keys, author, (_, meta) -> meta);
    }

    /**
     * Writes the meta of what the author has written: the status stays, only new entries become drafts (reference 4.2),
     * also where meta of an earlier one was left behind. An entry that somebody pushed without a status is delivered
     * (reference 5.1), and goes on being delivered.
     *
     * @param more other changes of the meta by key, such as its schedule
     */
    void putWritten(Collection<String> keys, Author author, BiFunction<String, EntryMeta, EntryMeta> more) {
        putMeta(keys, (key, meta) -> {
            boolean isBroken = meta.raw().hasNonNull("status")
                    && !meta.raw().path("status").isString();
            EntryMeta kept = isBroken || isNew(key) ? meta.withStatus(EntryStatus.DRAFT) : meta;
            return more.apply(
                    key,
                    kept.withSource(author.isMachine() ? EntryMeta.Source.AGENT : EntryMeta.Source.HUMAN)
                            .withUpdatedBy(author.email()));
        });
    }

    /** The meta that a write begins with: a new entry takes over no times of one that was removed without its meta. */
    private EntryMeta storedMeta(String key) {
        EntryMeta meta = current().metaOf(key);
        return isNew(key) ? meta.with("publish_at", null).with("expire_at", null) : meta;
    }

    private boolean isNew(String key) {
        return switch (model().kind()) {
            case COLLECTION, DOCUMENT -> !current().has(key);
            case SINGLETON, DICTIONARY -> current().values().isEmpty();
        };
    }

    private void putMeta(Collection<String> keys, BiFunction<String, EntryMeta, EntryMeta> change) {
        LocaleContent current = current();
        switch (model().kind()) {
            case COLLECTION -> {
                ObjectNode all = Json.object().setAll(current.meta());
                keys.forEach(
                        key -> all.set(key, change.apply(key, storedMeta(key)).raw()));
                putJson(paths().meta(model(), locale), all, current.meta());
            }
            case DOCUMENT ->
                keys.forEach(slug -> putJson(
                        paths().documentMeta(model(), slug, locale),
                        change.apply(slug, storedMeta(slug)).raw(),
                        Json.object()));
            case SINGLETON, DICTIONARY ->
                putJson(
                        paths().meta(model(), locale),
                        change.apply("", storedMeta("")).raw(),
                        current.meta());
        }
    }

    /** The subject of findings about an entry id or slug, or about the whole. */
    public FindingTarget subject(Optional<String> key) {
        String id = model().id();
        if (key.isEmpty()) {
            return FindingTarget.whole(id, locale);
        }
        return model().kind() == ModelKind.DOCUMENT
                ? FindingTarget.document(id, locale, key.get())
                : FindingTarget.entry(id, locale, key.get());
    }
}
