package cms.content;

import cms.access.Capability;
import cms.content.api.EntryPage;
import cms.content.api.EntryQuery;
import cms.content.api.Finding;
import cms.content.api.HealthItem;
import cms.content.check.EntryCheck;
import cms.content.check.LooseEnds;
import cms.content.check.ProjectHealth.Seen;
import cms.content.entry.ModelLocale;
import cms.content.snapshot.EntityTags;
import cms.content.snapshot.LocaleContent;
import cms.content.snapshot.ModelContent;
import cms.content.snapshot.Snapshot;
import cms.format.EntryMeta;
import cms.format.ModelDefinition;
import cms.format.ProjectConfig;
import cms.git.CommitId;
import cms.platform.compute.Cancellation;
import cms.platform.compute.Turn;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import cms.project.ProjectAccess;
import cms.review.Changes;
import cms.review.submit.Tip;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The reading operations of content. A model or locale that the caller may not see is answered as a missing one. */
final class Readings {
    /** For callers that compute in a turn already, or that have none. */
    static final Turn AT_ONCE = Supplier::get;

    /** Size of the files of a model up to which a page of it takes some milliseconds at most. */
    private static final long LISTED_AT_ONCE_BYTES_MAX = 256 * 1024;

    /** Types of health about single entries, which {@link Validation} names one by one. */
    private static final Set<String> OF_ENTRIES =
            Set.of("content_validation_error", "undeclared_field", "relation_integrity_broken");

    private final Changes changes;
    private final Snapshots snapshots;

    Readings(Changes changes, Snapshots snapshots) {
        this.changes = changes;
        this.snapshots = snapshots;
    }

    /** @param turn reads content that is not in memory, and looks through a model of much content */
    EntryPage list(ProjectAccess place, EntryQuery query, Turn turn) {
        Tip tip = tip(place, query.at());
        Snapshot snapshot = snapshots.of(place.project(), tip.tree(), turn);
        ModelContent model = model(place, snapshot, query.modelId());
        String locale = locale(place, snapshot, model, query.locale());
        CommitId commit = snapshots.shownCommit(place.project(), tip.commit(), place.models(), turn);
        LocaleContent content = model.in(locale);
        boolean few = content.isOfMany() && !query.ids().isEmpty();
        return few || model.sourceBytes() <= LISTED_AT_ONCE_BYTES_MAX
                ? page(commit, locale, content, query)
                : turn.run(() -> page(commit, locale, content, query));
    }

    /** The entry with this id; a singleton or dictionary, which has no ids, is named by the id of its model. */
    EntryPage.One entry(ProjectAccess place, EntryQuery query, String id, Turn turn) {
        EntryPage page = list(place, query, turn);
        return page.entries().stream()
                .filter(item -> item.id().isEmpty()
                        ? id.equals(query.modelId())
                        : item.id().equals(id))
                .findFirst()
                .map(item -> new EntryPage.One(page.locale(), item))
                .orElseThrow(() -> Failure.notFound("There is no such entry in this model and locale."));
    }

    private static EntryPage page(CommitId commit, String locale, LocaleContent content, EntryQuery query) {
        boolean all = query.status().isEmpty() && query.search().isEmpty();
        Cancellation cancellation = Cancellation.current();
        List<String> fitting = ids(content, query)
                .peek(_ -> cancellation.pause())
                .filter(id -> all
                        || item(content, id, "")
                                .filter(item -> fits(item, query))
                                .isPresent())
                .toList();
        List<String> left = query.cursor()
                .map(cursor -> EntryPage.Cursor.parse(query, locale, cursor).following(fitting))
                .orElse(fitting);
        List<String> page = left.subList(0, Math.min(left.size(), query.limit() + 1));
        boolean more = page.size() > query.limit();
        List<String> shown = page.subList(0, more ? query.limit() : page.size());
        return new EntryPage(
                commit,
                locale,
                shown.stream()
                        .flatMap(id ->
                                item(content, id, EntityTags.tag(content, id).orElse("")).stream())
                        .map(item -> narrowed(item, query.fields()))
                        .toList(),
                fitting.size(),
                more ? Optional.of(EntryPage.Cursor.after(query, locale, shown.getLast())) : Optional.empty());
    }

    private static Stream<String> ids(LocaleContent content, EntryQuery query) {
        if (!content.isOfMany()) {
            return content.present() ? Stream.of("") : Stream.empty();
        }
        return query.ids().isEmpty()
                ? content.keys().stream().sorted()
                : query.ids().stream().filter(content::has).distinct().sorted();
    }

    private static Optional<EntryPage.Item> item(LocaleContent content, String id, String tag) {
        ObjectNode meta = content.metaOf(id).raw();
        var document = content.documents().get(id);
        if (document != null) {
            return Optional.of(new EntryPage.Item(id, document.frontmatter(), Optional.of(document.body()), meta, tag));
        }
        JsonNode value = content.valueOf(id).orElse(null);
        return value instanceof ObjectNode members
                ? Optional.of(new EntryPage.Item(id, members, Optional.empty(), meta, tag))
                : Optional.empty();
    }

    private static boolean fits(EntryPage.Item item, EntryQuery query) {
        boolean status =
                query.status().isEmpty() || new EntryMeta(item.meta()).status().equals(query.status());
        return status
                && query.search()
                        .map(text -> text.toLowerCase(Locale.ROOT))
                        .map(text -> holds(item.data(), text)
                                || item.body()
                                        .filter(body ->
                                                body.toLowerCase(Locale.ROOT).contains(text))
                                        .isPresent())
                        .orElse(true);
    }

    private static boolean holds(JsonNode value, String text) {
        return value.isContainer()
                ? value.valueStream().anyMatch(member -> holds(member, text))
                : value.asString("").toLowerCase(Locale.ROOT).contains(text);
    }

    /** The item with only these fields; a copy, because parsed values are shared and never changed. */
    private static EntryPage.Item narrowed(EntryPage.Item item, List<String> fields) {
        if (fields.isEmpty()) {
            return new EntryPage.Item(
                    item.id(), item.data().deepCopy(), item.body(), item.meta().deepCopy(), item.tag());
        }
        ObjectNode data = Json.object();
        fields.stream()
                .filter(item.data()::has)
                .forEach(field -> data.set(field, item.data().get(field).deepCopy()));
        Optional<String> body = item.body().filter(text -> fields.contains("body"));
        return new EntryPage.Item(item.id(), data, body, item.meta().deepCopy(), item.tag());
    }

    List<ModelDefinition> models(ProjectAccess place, Optional<String> at, Turn turn) {
        return snapshot(place, at, turn).models().stream()
                .filter(model -> place.models().allows(model.id()))
                .toList();
    }

    ProjectConfig config(ProjectAccess place, Optional<String> at, Turn turn) {
        return snapshot(place, at, turn)
                .config()
                .orElseThrow(() -> Failure.notFound("This project has no configuration there; initialise it first."));
    }

    /** A validation of the content that the caller may see; nothing is checked yet. */
    Validation validation(ProjectAccess place, Optional<String> at, Optional<String> modelId, Optional<String> named) {
        Snapshot snapshot = snapshot(place, at, AT_ONCE);
        modelId.ifPresent(id -> model(place, snapshot, id));
        named.ifPresent(locale -> requireLocale(place, locale));
        List<Validation.Part> parts = new ArrayList<>();
        for (ModelContent model : snapshot.contents()) {
            String id = model.model().id();
            if (modelId.map(id::equals).orElse(place.models().allows(id))) {
                boolean translated = model.model().i18n();
                model.locales().forEach((locale, content) -> {
                    boolean spoken = !translated
                            || named.map(locale::equals).orElse(place.locales().allows(locale));
                    if (spoken) {
                        LooseEnds ends =
                                new LooseEnds(model.model(), snapshot.settings().strict());
                        parts.add(new Validation.Part(
                                model,
                                locale,
                                content,
                                ends,
                                (target, ref) -> !place.models().allows(target)
                                        || ModelLocale.isTarget(snapshot, locale, target, ref)));
                    }
                });
            }
        }
        return new Validation(parts, EntryCheck.budgetOfProject(), Validation.PIECE_STEPS);
    }

    /** What health finds about the configuration, models and translations, of one model and locale or of all. */
    List<Finding> schemaFindings(ProjectAccess place, Optional<String> modelId, Optional<String> locale) {
        Tip tip = tip(place, Optional.empty());
        Seen seen = Seen.of(place.models(), place.locales());
        Predicate<HealthItem> asked = item -> !OF_ENTRIES.contains(item.type())
                && modelId.map(item.modelId()::equals).orElse(true)
                && (item.locale() == null
                        || locale.map(named -> named.equals(item.locale())).orElse(true));
        return snapshots.health(place.project(), tip.tree()).items(seen, asked).stream()
                .map(HealthItem::finding)
                .toList();
    }

    /** The default locale of the configuration; another one of its locales where the caller may not see that. */
    Optional<String> defaultLocale(ProjectAccess place, Optional<String> at) {
        ProjectConfig settings = snapshot(place, at, AT_ONCE).settings();
        return Stream.concat(Stream.of(settings.defaultLocale()), settings.supportedLocales().stream())
                .filter(place.locales()::allows)
                .findFirst();
    }

    /** When each entry was last changed, by id, as the newest landing left it. */
    Map<String, Instant> updates(ProjectAccess place, String modelId, Optional<String> named) {
        Tip tip = tip(place, Optional.empty());
        Snapshot snapshot = snapshots.of(place.project(), tip.tree());
        Optional<ModelContent> model =
                snapshot.find(modelId).filter(_ -> place.models().allows(modelId));
        return model.map(content -> new ModelLocale(modelId, named).localeIn(snapshot, content))
                .filter(locale -> model.filter(found -> found.model().i18n()).isEmpty()
                        || place.locales().allows(locale))
                .map(locale -> snapshots.updates(place.project(), tip, modelId, locale))
                .orElse(Map.of());
    }

    ObjectNode overview(ProjectAccess place, Optional<String> at) {
        Tip tip = tip(place, at);
        Snapshot snapshot = snapshots.of(place.project(), tip.tree());
        CommitId commit = snapshots.shownCommit(place.project(), tip.commit(), place.models());
        ObjectNode json = Json.object().put("commit", commit.sha());
        json.set("config", snapshot.config().map(config -> config.raw()).orElse(null));
        boolean whole = place.models().isAll() && place.locales().isAll();
        json.set("context", snapshot.context().filter(_ -> whole).orElse(null));
        json.set("vocabulary", snapshot.vocabulary().map(terms -> terms.raw()).orElse(null));
        var models = json.putArray("models");
        snapshot.contents().stream()
                .filter(content -> place.models().allows(content.model().id()))
                .forEach(content -> models.add(summary(place, content)));
        return json.put(
                "openChanges", changes.branches(place.project(), place.models()).size());
    }

    private static ObjectNode summary(ProjectAccess place, ModelContent content) {
        ModelDefinition model = content.model();
        ObjectNode json = Json.object()
                .put("id", model.id())
                .put("name", model.raw().path("name").asString(model.id()))
                .put("kind", model.kind().wireName())
                .put("domain", model.domain())
                .put("i18n", model.i18n())
                .put("fields", model.raw().path("fields").size());
        ObjectNode entries = json.putObject("entries");
        content.locales().forEach((locale, found) -> {
            if (!model.i18n() || place.locales().allows(locale)) {
                entries.put(locale, found.count());
            }
        });
        return json;
    }

    private Snapshot snapshot(ProjectAccess place, Optional<String> at, Turn turn) {
        return snapshots.of(place.project(), tip(place, at).tree(), turn);
    }

    private Tip tip(ProjectAccess place, Optional<String> at) {
        place.requiring(Capability.READ_CONTENT);
        return at.map(name -> changes.at(place.project(), name, place.models()))
                .orElseGet(() -> changes.sync(place.project()));
    }

    private static ModelContent model(ProjectAccess place, Snapshot snapshot, String modelId) {
        return snapshot.find(modelId)
                .filter(found -> place.models().allows(modelId))
                .orElseThrow(Readings::unknown);
    }

    private static String locale(ProjectAccess place, Snapshot snapshot, ModelContent model, Optional<String> named) {
        String locale = new ModelLocale(model.model().id(), named).localeIn(snapshot, model);
        if (model.model().i18n()) {
            requireLocale(place, locale);
            requireKnown(snapshot, model, locale);
        }
        return locale;
    }

    /** A locale with content counts although the configuration does not name it. */
    private static void requireKnown(Snapshot snapshot, ModelContent model, String locale) {
        boolean supported = snapshot.config()
                .filter(config -> config.supportedLocales().contains(locale))
                .isPresent();
        if (!supported && !model.locales().containsKey(locale)) {
            throw unknown();
        }
    }

    private static void requireLocale(ProjectAccess place, String locale) {
        if (!place.locales().allows(locale)) {
            throw unknown();
        }
    }

    private static Failure unknown() {
        return Failure.notFound("There is no such model or locale in this project.");
    }
}
