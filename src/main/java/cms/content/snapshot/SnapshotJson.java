package cms.content.snapshot;

import cms.content.check.ProjectHealth;
import cms.format.ModelKind;
import cms.format.ProjectConfig;
import cms.platform.compute.Cancellation;
import cms.platform.json.Json;
import cms.project.AllowedModels;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The answer of {@code brain/sync} (spec 4.8, reference 3.3), put together from parts that are printed once. */
public final class SnapshotJson {
    private final Snapshot snapshot;
    private final Map<String, Map<String, EntryTime>> times;
    private final AllowedModels models;
    private final Predicate<String> visible;
    private final Narrowing narrowing;
    private final Optional<ObjectNode> context;
    private final List<ModelContent> shown;
    private final Cancellation cancellation = Cancellation.current();
    private final Chunks out = new Chunks();

    /**
     * Only {@code models} are shown, and no member reveals others.
     *
     * @param times by {@code <model>:<locale>}
     * @param context the members of context.json when one of {@code models} last changed
     */
    public SnapshotJson(
            Snapshot snapshot,
            Map<String, Map<String, EntryTime>> times,
            AllowedModels models,
            Narrowing narrowing,
            Optional<ObjectNode> context) {
        this.context = context;
        this.snapshot = snapshot;
        this.times = times;
        this.models = models;
        this.visible = models::allows;
        this.narrowing = narrowing;
        this.shown = snapshot.contents().stream()
                .filter(content -> visible.test(content.model().id()) && narrowing.shows(content.model()))
                .toList();
    }

    /** The answer in pieces. Without a configuration {@code config} and {@code schemaValidation} are null. */
    public List<byte[]> chunks(ProjectHealth health) {
        print();
        raw("{\"models\":");
        models();
        raw(",\"content\":");
        byLocale(Part.CONTENT);
        raw(",\"meta\":");
        byLocale(Part.META);
        raw(",\"etags\":{\"entries\":");
        byLocale(Part.TAGS);
        raw(",");
        out.addMembers(Json.bytes(otherTags()));
        ObjectNode rest = Json.object();
        rest.set("config", snapshot.config().map(SnapshotJson::config).orElse(null));
        rest.set(
                "vocabulary",
                snapshot.vocabulary().map(vocabulary -> vocabulary.terms()).orElse(null));
        rest.set("contentContext", context());
        rest.set("contentSummary", summary());
        boolean configured = snapshot.config().isPresent() || snapshot.configUnreadable();
        rest.set("schemaValidation", configured ? validation(health) : null);
        raw(",");
        out.addMembers(Json.bytes(rest));
        return out.all();
    }

    /**
     * Prints the parts that are not cached, so that {@link #chunks} is quick; the first time those are all parts. Each
     * is printed by itself, as one model may have nearly all of the entries.
     */
    public void print() {
        List<Runnable> parts = new ArrayList<>();
        if (narrowing.isNone()) {
            shown.forEach(content -> content.locales().forEach((locale, found) -> {
                Map<String, EntryTime> known = times(content, locale);
                parts.add(() -> found.contentJson(known));
                parts.add(() -> found.metaJson(known));
                parts.add(found::tagsJson);
            }));
        }
        parts.parallelStream().forEach(part -> {
            cancellation.pause();
            part.run();
        });
    }

    private Map<String, EntryTime> times(ModelContent content, String locale) {
        return times.getOrDefault(content.model().id() + ":" + locale, Map.of());
    }

    /** Whether the caller may see the model that the last operation was about. */
    private boolean isShown(ObjectNode context) {
        String model = context.at("/lastOperation/model").asString("");
        return model.isEmpty() || visible.test(model);
    }

    /** The members of context.json, with counts of only what the caller may see, as others would reveal hidden ones. */
    private @Nullable ObjectNode context() {
        ObjectNode stored = context.filter(this::isShown).orElse(null);
        if (stored == null || models.isAll() || !stored.has("stats")) {
            return stored;
        }
        List<ModelContent> allowed = snapshot.contents().stream()
                .filter(content -> visible.test(content.model().id()))
                .toList();
        int entries = allowed.stream().mapToInt(ModelContent::count).sum();
        ObjectNode counts = Json.object().put("models", allowed.size()).put("entries", entries);
        counts.set("lastSync", stored.at("/stats/lastSync"));
        Set<String> used = new TreeSet<>();
        allowed.forEach(content -> used.addAll(content.locales().keySet()));
        snapshot.config()
                .<Collection<String>>map(ProjectConfig::supportedLocales)
                .orElse(used)
                .forEach(counts.putArray("locales")::add);
        ObjectNode seen = Json.object().setAll(stored);
        return seen.set("stats", counts);
    }

    private ObjectNode validation(ProjectHealth health) {
        return health.json(
                new ProjectHealth.Seen(visible, _ -> true),
                id -> narrowing.model().map(id::equals).orElse(true));
    }

    private void models() {
        ArrayNode list = Json.object().putArray("models");
        shown.forEach(content -> list.add(content.model().raw()));
        out.add(Json.bytes(list));
    }

    private ObjectNode otherTags() {
        ObjectNode tags = Json.object();
        ObjectNode models = tags.putObject("models");
        shown.forEach(content ->
                models.put(content.model().id(), EntityTags.of(content.model().raw())));
        return tags.put(
                        "config",
                        snapshot.config()
                                .map(config -> EntityTags.of(config.raw()))
                                .orElse(null))
                .put(
                        "vocabulary",
                        snapshot.vocabulary()
                                .map(vocabulary -> EntityTags.of(vocabulary.raw()))
                                .orElse(null));
    }

    private enum Part {
        CONTENT,
        META,
        TAGS
    }

    private void byLocale(Part part) {
        raw("{");
        boolean first = true;
        for (ModelContent content : shown) {
            if (part == Part.META && content.model().kind() == ModelKind.DOCUMENT) {
                continue;
            }
            for (Map.Entry<String, LocaleContent> locale : content.locales().entrySet()) {
                if (!narrowing.shows(locale.getKey())) {
                    continue;
                }
                String key = content.model().id() + ":" + locale.getKey();
                Map<String, EntryTime> known = times(content, locale.getKey());
                raw(first ? "" : ",");
                first = false;
                out.add(Json.bytes(key));
                raw(":");
                out.add(
                        switch (part) {
                            case CONTENT ->
                                narrowing.titles()
                                        ? locale.getValue().titlesJson(known)
                                        : locale.getValue().contentJson(known);
                            case META -> locale.getValue().metaJson(known);
                            case TAGS -> locale.getValue().tagsJson();
                        });
            }
        }
        raw("}");
    }

    static ObjectNode config(ProjectConfig config) {
        ObjectNode locales = Json.object().put("default", config.defaultLocale());
        config.supportedLocales().forEach(locales.putArray("supported")::add);
        ObjectNode json = Json.object().put("stack", config.stack());
        json.set("locales", locales);
        config.domains().forEach(json.putArray("domains")::add);
        return json.put("workflow", config.workflow().wireName());
    }

    private ObjectNode summary() {
        ObjectNode summary = Json.object();
        for (ModelContent content : shown) {
            int count = content.locales().values().stream()
                    .mapToInt(LocaleContent::count)
                    .max()
                    .orElse(0);
            ObjectNode row = summary.putObject(content.model().id()).put("count", count);
            content.locales().keySet().forEach(row.putArray("locales")::add);
            row.put("kind", content.model().kind().wireName());
        }
        return summary;
    }

    private void raw(String text) {
        out.add(text);
    }
}
