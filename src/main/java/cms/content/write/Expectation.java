package cms.content.write;

import cms.content.snapshot.EntityTags;
import cms.content.snapshot.LocaleContent;
import cms.content.snapshot.ModelContent;
import cms.content.snapshot.ParsedFiles;
import cms.content.snapshot.Snapshot;
import cms.format.CanonicalJson;
import cms.format.ContentFile;
import cms.format.ContentPath;
import cms.format.ContentPaths;
import cms.format.ModelDefinition;
import cms.format.ModelKind;
import cms.git.ChangeSet;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.json.Json;
import cms.review.submit.Operation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The states that a write expects ({@code If-Match}): everything that it names or would change must have one of these
 * entity tags, or must merely be there for {@code *}. A named entry is checked even if it already equals the sent one:
 * of two clients that count up from one state, only one has counted. Content that only follows a changed model or
 * configuration is not checked: the author of a change to a model has seen the model.
 *
 * @param about which of the changed files have to be as expected
 * @param named the operations of a write in several locales, one for each; empty for a write in a single locale or none
 */
public record Expectation(
        Set<String> tags, Predicate<ContentPath> about, Optional<Function<Snapshot, List<Operation>>> named) {
    private static final String ANY = "*";
    private static final int STALE_SHOWN_MAX = 50;

    /** Fails with PRECONDITION_FAILED and the current state of each entry, model or setting that is not as expected. */
    void check(Snapshot snapshot, ChangeSet changes, Operation operation, ParsedFiles files) {
        Map<String, ObjectNode> touched = new LinkedHashMap<>();
        named.map(each -> each.apply(snapshot))
                .orElse(List.of(operation))
                .forEach(one -> named(snapshot, one, touched));
        for (String path : changes.paths()) {
            ContentPath where = snapshot.paths().locate(path, snapshot.models());
            if (about.test(where)) {
                touch(snapshot, where, path, () -> members(where, path, changes, files), touched);
            }
        }
        List<ObjectNode> stale = touched.values().stream()
                .filter(state -> !isExpected(state.path("tag")))
                .toList();
        if (!stale.isEmpty()) {
            List<ObjectNode> shown = stale.subList(0, Math.min(stale.size(), STALE_SHOWN_MAX));
            throw Failure.of(
                            FailureKind.PRECONDITION_FAILED,
                            "Somebody has changed this since it was read; look at `data.current` and repeat the"
                                    + " change.")
                    .withData(Map.of("current", stale.getFirst(), "stale", new ArrayList<>(shown)));
        }
    }

    /** The entries that an operation in one locale names; files of another kind are looked at whole. */
    private static void named(Snapshot snapshot, Operation operation, Map<String, ObjectNode> touched) {
        if (operation.locale().isEmpty()) {
            return;
        }
        snapshot.find(operation.model())
                .map(ModelContent::model)
                .filter(model -> model.kind() == ModelKind.COLLECTION)
                .ifPresent(model -> {
                    String locale = model.i18n() ? operation.locale() : ContentPaths.DATA;
                    operation.entries().forEach(id -> entry(snapshot, model, locale, id, touched));
                });
    }

    private boolean isExpected(JsonNode tag) {
        return tag.isString() && (tags.contains(ANY) || tags.contains(tag.asString()));
    }

    private static void touch(
            Snapshot snapshot,
            ContentPath where,
            String path,
            Supplier<ObjectNode> after,
            Map<String, ObjectNode> touched) {
        switch (where) {
            case ContentPath.Entries at -> entries(snapshot, at.model(), at.locale(), after.get(), false, touched);
            case ContentPath.Meta at -> entries(snapshot, at.model(), at.locale(), after.get(), true, touched);
            case ContentPath.Document at -> entry(snapshot, at.model(), at.locale(), at.slug(), touched);
            case ContentPath.DocumentMeta at -> entry(snapshot, at.model(), at.locale(), at.slug(), touched);
            case ContentPath.Model(String id) ->
                touched.put(
                        path,
                        whole(
                                "model",
                                id,
                                snapshot.find(id).map(found -> found.model().raw())));
            case ContentPath.Config config ->
                touched.put(path, whole("setting", "config", snapshot.config().map(known -> known.raw())));
            case ContentPath.Vocabulary terms ->
                touched.put(
                        path,
                        whole("setting", "vocabulary", snapshot.vocabulary().map(known -> known.raw())));
            case ContentPath.Context context -> {}
            case ContentPath.Elsewhere elsewhere -> {}
        }
    }

    private static void entries(
            Snapshot snapshot,
            ModelDefinition model,
            String locale,
            ObjectNode after,
            boolean meta,
            Map<String, ObjectNode> touched) {
        if (model.kind() != ModelKind.COLLECTION) {
            entry(snapshot, model, locale, "", touched);
            return;
        }
        LocaleContent content = content(snapshot, model, locale);
        ObjectNode before = meta ? content.meta() : content.values().orElseGet(Json::object);
        Set<String> ids = new LinkedHashSet<>(before.propertyNames());
        ids.addAll(after.propertyNames());
        ids.stream()
                .filter(id -> !CanonicalJson.same(before.get(id), after.get(id)))
                .forEach(id -> entry(snapshot, model, locale, id, touched));
    }

    private static void entry(
            Snapshot snapshot, ModelDefinition model, String locale, String key, Map<String, ObjectNode> touched) {
        String shown = locale.equals(ContentPaths.DATA) ? snapshot.settings().defaultLocale() : locale;
        LocaleContent content = content(snapshot, model, locale);
        touched.computeIfAbsent(model.id() + ":" + shown + ":" + key, missing -> EntityTags.state(content, shown, key));
    }

    private static LocaleContent content(Snapshot snapshot, ModelDefinition model, String locale) {
        return snapshot.find(model.id()).orElseThrow().in(locale);
    }

    private static ObjectNode whole(String kind, String id, Optional<ObjectNode> stored) {
        ObjectNode state = Json.object()
                .put(kind, id)
                .put("tag", stored.map(EntityTags::of).orElse(null));
        state.set("data", stored.orElse(null));
        return state;
    }

    private static ObjectNode members(ContentPath where, String path, ChangeSet changes, ParsedFiles files) {
        ContentFile file = changes.blob(path)
                .flatMap(blob -> files.findCached(path, blob))
                .or(() -> changes.bytes(path).map(text -> ContentFile.read(where, path, text)))
                .orElse(null);
        return file instanceof ContentFile.Json(ObjectNode members) ? members : Json.object();
    }
}
