package cms.content;

import cms.access.Author;
import cms.access.Capability;
import cms.content.api.BatchRequest;
import cms.content.api.ConfigRequest;
import cms.content.api.DeleteRequest;
import cms.content.api.EntryPage;
import cms.content.api.EntryQuery;
import cms.content.api.Finding;
import cms.content.api.InitRequest;
import cms.content.api.LocaleAdditionRequest;
import cms.content.api.LocaleCopyRequest;
import cms.content.api.ModelReport;
import cms.content.api.ModelRequest;
import cms.content.api.SaveReport;
import cms.content.api.SaveRequest;
import cms.content.api.ScheduleRequest;
import cms.content.api.StatusRequest;
import cms.content.api.VocabularyRequest;
import cms.content.api.WriteOptions;
import cms.content.api.Written;
import cms.content.check.References;
import cms.content.entry.Entries;
import cms.content.entry.EntryRoutes;
import cms.content.locale.LocaleRoutes;
import cms.content.locale.Locales;
import cms.content.schema.ModelRoutes;
import cms.content.schema.PlanGate;
import cms.content.schema.Schema;
import cms.content.schema.SchemaRoutes;
import cms.content.search.ContentSearch;
import cms.content.search.SearchCriteria;
import cms.content.snapshot.Snapshot;
import cms.content.write.Call;
import cms.content.write.Writes;
import cms.format.ModelDefinition;
import cms.format.ProjectConfig;
import cms.format.Vocabulary;
import cms.plan.Plans;
import cms.platform.compute.Turn;
import cms.platform.http.Routes;
import cms.project.Access;
import cms.project.Project;
import cms.project.ProjectAccess;
import cms.project.Projects;
import cms.review.Changes;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** The door of the content engine: every change of content, computed here and landed by {@code review}. */
public final class Contents {
    private final Access access;
    private final Changes changes;
    private final Snapshots snapshots;
    private final AssetWarnings assets;
    private final Entries entries;
    private final Locales locales;
    private final Schema schema;
    private final Readings readings;

    public Contents(Projects projects, Changes changes, Snapshots snapshots, Plans plans) {
        this.access = projects.access();
        this.changes = changes;
        this.snapshots = snapshots;
        Writes writes = new Writes(changes, snapshots::of, snapshots.files());
        this.readings = new Readings(changes, snapshots);
        this.assets = new AssetWarnings(writes::newest);
        this.entries = new Entries(writes, snapshots.files(), assets);
        this.locales = new Locales(writes, snapshots.files());
        this.schema = new Schema(writes, new PlanGate(projects, plans));
        changes.contextBy(new ContextWriter(snapshots));
    }

    /** Lookups of models and content for public forms; they check nobody's rights. */
    public FormModels forForms() {
        return new FormModels(snapshots);
    }

    /** The texts of stored content, for rooms that search them, as media does for the assets that they name. */
    public ContentTexts texts() {
        return new ContentTexts(snapshots);
    }

    /** Sets where content looks up the assets that it names; until this is called, none is reported as missing. */
    public void askAboutAssets(AssetFacts facts) {
        assets.ask(facts);
        snapshots.askAboutAssets(facts);
    }

    public void routes(Routes routes) {
        new EntryRoutes(access, entries).mount(routes);
        new LocaleRoutes(access, locales).mount(routes);
        new SchemaRoutes(access, schema).mount(routes);
        new ModelRoutes(access, schema).mount(routes);
        new SnapshotRoutes(access, snapshots).mount(routes);
        new SearchRoutes(access, this).mount(routes);
        new ReadRoutes(access, this).mount(routes);
        new TextPreviewRoutes(access).mount(routes);
    }

    /**
     * Saves entries, members or a document; a save that is not valid writes nothing and reports why.
     *
     * @throws cms.platform.failure.Failure NOT_FOUND for an unknown model, FORBIDDEN beyond role, models and locales
     */
    public Written<SaveReport> save(ProjectAccess place, Author author, WriteOptions options, SaveRequest request) {
        return entries.save(Call.of(place, author, options), request);
    }

    /** Saves several times in one commit; one error keeps everything from being written. */
    public Written<SaveReport> saveMany(
            ProjectAccess place, Author author, WriteOptions options, BatchRequest request) {
        return entries.saveAll(Call.of(place, author, options), request);
    }

    /** Removes entries; unknown ones are NOT_FOUND with the list of them. */
    public Written<SaveReport> delete(ProjectAccess place, Author author, WriteOptions options, DeleteRequest request) {
        return entries.delete(Call.of(place, author, options), request);
    }

    /** Changes the status of entries, all of them in one commit; unknown ones are NOT_FOUND with the list of them. */
    public Written<StatusRequest> changeStatus(
            ProjectAccess place, Author author, WriteOptions options, StatusRequest request) {
        return entries.changeStatus(Call.of(place, author, options), request);
    }

    /** Changes {@code publish_at} and {@code expire_at} of entries. */
    public Written<SaveReport> schedule(
            ProjectAccess place, Author author, WriteOptions options, ScheduleRequest request) {
        return entries.schedule(Call.of(place, author, options), request);
    }

    /**
     * Copies entries of a model from one locale to another as drafts: those that the request lists and the other locale
     * lacks, or all of them to a locale without content.
     */
    public Written<SaveReport> copyLocale(
            ProjectAccess place, Author author, WriteOptions options, LocaleCopyRequest request) {
        return locales.copy(Call.of(place, author, options), request);
    }

    /** Adds a locale to the configuration, with drafts copied from another locale where the request names one. */
    public Written<SaveReport> addLocale(
            ProjectAccess place, Author author, WriteOptions options, LocaleAdditionRequest request) {
        return locales.add(Call.of(place, author, options), request);
    }

    /**
     * Writes a model's definition; its stored content is rewritten and moved in the same commit where names of fields
     * or locations of files change.
     */
    public Written<ModelReport> saveModel(
            ProjectAccess place, Author author, WriteOptions options, ModelRequest request) {
        return schema.saveModel(Call.of(place, author, options), request);
    }

    /** Removes a model with its content; CONFLICT while a relation of another model points to it. */
    public Written<ModelReport> deleteModel(ProjectAccess place, Author author, WriteOptions options, String modelId) {
        return schema.deleteModel(Call.of(place, author, options), modelId);
    }

    /** Changes a model's form, and answers it as it is then; {@code form} holds the members that change. */
    public Written<ObjectNode> configureForm(
            ProjectAccess place, Author author, WriteOptions options, String modelId, ObjectNode form) {
        return schema.configureForm(Call.of(place, author, options), modelId, form);
    }

    /** Writes the first configuration of a project that has none, and the models of the request. */
    public Written<ModelReport> initialise(
            ProjectAccess place, Author author, WriteOptions options, InitRequest request) {
        return schema.initialise(Call.of(place, author, options), request);
    }

    /** Changes the configuration; it lands at once. */
    public Written<ProjectConfig> setConfig(
            ProjectAccess place, Author author, WriteOptions options, ConfigRequest request) {
        return schema.setConfig(Call.of(place, author, options), request);
    }

    /** Merges terms into the vocabulary; it lands at once. */
    public Written<Vocabulary> setVocabulary(
            ProjectAccess place, Author author, WriteOptions options, VocabularyRequest request) {
        return schema.setVocabulary(Call.of(place, author, options), request);
    }

    /**
     * Entries of one model in one locale by their ids, a page of them.
     *
     * @throws cms.platform.failure.Failure NOT_FOUND for a model, locale or {@code at} that the caller cannot see
     */
    public EntryPage list(ProjectAccess place, EntryQuery query) {
        return list(place, query, Readings.AT_ONCE);
    }

    /** As {@link #list(ProjectAccess, EntryQuery)}; what may take long is done in {@code turn}. */
    EntryPage list(ProjectAccess place, EntryQuery query, Turn turn) {
        return readings.list(place, query, turn);
    }

    /**
     * One entry; a singleton or dictionary, which has no ids, is named by the id of its model.
     *
     * @param at a branch or commit of the project; empty for the newest content
     * @param locale empty for {@code en}, as requests mean it; programs ask for the default one by name
     * @throws cms.platform.failure.Failure NOT_FOUND as for {@link #list}, and for an unknown id
     */
    public EntryPage.One entry(
            ProjectAccess place, Optional<String> at, String model, Optional<String> locale, String id) {
        return readings.entry(place, EntryQuery.one(at, model, locale, id), id, Readings.AT_ONCE);
    }

    /**
     * As {@link #entry(ProjectAccess, Optional, String, Optional, String)}; what may take long is done in {@code turn}.
     */
    EntryPage.One entry(ProjectAccess place, String model, Optional<String> locale, String id, Turn turn) {
        return readings.entry(place, EntryQuery.one(Optional.empty(), model, locale, id), id, turn);
    }

    /** The models that the caller may see; {@code at} is a branch or commit, empty for the newest content. */
    public List<ModelDefinition> models(ProjectAccess place, Optional<String> at) {
        return models(place, at, Readings.AT_ONCE);
    }

    /** As {@link #models(ProjectAccess, Optional)}; content that is not in memory is read in {@code turn}. */
    List<ModelDefinition> models(ProjectAccess place, Optional<String> at, Turn turn) {
        return readings.models(place, at, turn);
    }

    /** The configuration; {@code at} as for {@link #models}. NOT_FOUND while a project has none. */
    public ProjectConfig config(ProjectAccess place, Optional<String> at) {
        return config(place, at, Readings.AT_ONCE);
    }

    /** As {@link #config(ProjectAccess, Optional)}; content that is not in memory is read in {@code turn}. */
    ProjectConfig config(ProjectAccess place, Optional<String> at, Turn turn) {
        return readings.config(place, at, turn);
    }

    /**
     * A validation of stored entries, of one model and locale or of all; the caller runs it piece by piece with
     * {@link Validation#checkNext}.
     */
    public Validation validation(
            ProjectAccess place, Optional<String> at, Optional<String> modelId, Optional<String> locale) {
        return readings.validation(place, at, modelId, locale);
    }

    /**
     * What is wrong with the configuration, models and translations of the newest content, of one model and locale or
     * of all; single entries are those of {@link #validation}.
     */
    public List<Finding> schemaFindings(ProjectAccess place, Optional<String> modelId, Optional<String> locale) {
        return readings.schemaFindings(place, modelId, locale);
    }

    /**
     * The locale that a caller means who names none: the default one of the configuration. Requests, which name it
     * otherwise, mean {@code en}.
     *
     * @param at as for {@link #models}
     */
    public Optional<String> defaultLocale(ProjectAccess place, Optional<String> at) {
        return readings.defaultLocale(place, at);
    }

    /** When each entry of a model in a locale was last changed, by id, as the newest landing left it. */
    public Map<String, Instant> updates(ProjectAccess place, String modelId, Optional<String> locale) {
        return readings.updates(place, modelId, locale);
    }

    /** The relations that an entry holds, nested ones as well. */
    public List<EntryPage.Relation> relations(ModelDefinition model, ObjectNode entry) {
        return References.of(model, entry);
    }

    /** The body of the answer of {@code GET P/health} (reference 3.2), about content that the caller may see. */
    public ObjectNode health(ProjectAccess place, Optional<String> at) {
        place.requiring(Capability.READ_CONTENT);
        return snapshots.health(place, at);
    }

    /**
     * A summary of a project: {@code { commit, config, vocabulary, models: [{ id, name, kind, domain, i18n, entries: {
     * <locale>: count } }], openChanges }}.
     */
    public ObjectNode overview(ProjectAccess place, Optional<String> at) {
        return readings.overview(place, at);
    }

    /**
     * Entries that hold every word of the question, as far as the caller's models go: {@code { query, total, complete,
     * results: [{ model, locale, id, title, status, field, snippet, score }] }}, best first.
     *
     * @param at a branch or commit of the project; empty for the newest content
     * @param question words, which also match as beginnings, and phrases in double quotes; at most 200 characters
     * @param limit from 1 to 100 results
     * @throws cms.platform.failure.Failure INVALID for a question without a word, or one or a limit out of bounds,
     *     NOT_FOUND for an {@code at} that the project does not reach
     */
    public ObjectNode search(
            ProjectAccess place,
            Optional<String> at,
            String question,
            Optional<String> model,
            Optional<String> locale,
            int limit) {
        Project project = place.requiring(Capability.READ_CONTENT).project();
        Snapshot snapshot = at.map(name -> snapshots.of(
                        project, changes.at(project, name, place.models()).tree()))
                .orElseGet(() -> snapshots.current(project));
        return ContentSearch.search(
                snapshot,
                new SearchCriteria(question, model, locale, limit, place.models()::allows, place.locales()::allows));
    }
}
