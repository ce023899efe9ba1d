package cms.content.snapshot;

import cms.format.ModelKind;
import cms.platform.compute.Cancellation;
import cms.platform.json.ChangedMembers;
import cms.platform.json.Json;
import cms.project.AllowedModels;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** The parts of a snapshot that differ from an earlier one, in the form of {@code brain/sync}. */
public final class SnapshotDifference {
    private final Snapshot before;
    private final Snapshot after;
    private final Instant then;
    private final Map<String, Map<String, EntryTime>> times;
    private final AllowedModels models;
    private final Cancellation cancellation = Cancellation.current();
    private final ObjectNode content = Json.object();
    private final ObjectNode meta = Json.object();
    private final ObjectNode tags = Json.object();

    /**
     * @param then when {@code before} was written
     * @param times of {@code after}, by {@code <model>:<locale>}
     */
    public SnapshotDifference(
            Snapshot before,
            Snapshot after,
            Instant then,
            Map<String, Map<String, EntryTime>> times,
            AllowedModels models) {
        this.before = before;
        this.after = after;
        this.then = then;
        this.times = times;
        this.models = models;
    }

    /**
     * Adds the members that differ; {@code models}, {@code content}, {@code meta} and {@code etags} are always there.
     */
    public void addTo(ObjectNode json) {
        ObjectNode settings = Json.object();
        addModels(json.putObject("models"), settings);
        Set<String> ids = new TreeSet<>();
        before.contents().forEach(model -> ids.add(model.model().id()));
        after.contents().forEach(model -> ids.add(model.model().id()));
        ids.stream().filter(models::allows).forEach(this::compare);
        json.set("content", content);
        json.set("meta", meta);
        json.set("etags", tags);
        addSetting(json, settings, "config", raw(before, true), raw(after, true));
        addSetting(json, settings, "vocabulary", raw(before, false), raw(after, false));
        if (!settings.isEmpty()) {
            json.set("settingTags", settings);
        }
    }

    private void addModels(ObjectNode changed, ObjectNode settings) {
        var set = changed.putArray("set");
        var removed = changed.putArray("removed");
        ObjectNode newTags = Json.object();
        for (ModelContent now : after.contents()) {
            String id = now.model().id();
            Optional<ModelContent> was = before.find(id);
            boolean same = was.filter(
                            old -> old.model().raw().equals(now.model().raw()))
                    .isPresent();
            if (models.allows(id) && !same) {
                set.add(now.model().raw());
                newTags.put(id, EntityTags.of(now.model().raw()));
            }
        }
        before.contents().stream()
                .map(old -> old.model().id())
                .filter(id -> models.allows(id) && after.find(id).isEmpty())
                .forEach(removed::add);
        if (!newTags.isEmpty()) {
            settings.set("models", newTags);
        }
    }

    private void compare(String id) {
        Map<String, LocaleContent> was =
                before.find(id).map(ModelContent::locales).orElse(Map.of());
        Map<String, LocaleContent> now =
                after.find(id).map(ModelContent::locales).orElse(Map.of());
        Set<String> locales = new TreeSet<>(was.keySet());
        locales.addAll(now.keySet());
        for (String locale : locales) {
            compare(id + ":" + locale, was.get(locale), now.get(locale));
        }
    }

    private void compare(String key, @Nullable LocaleContent was, @Nullable LocaleContent now) {
        if (now == null) {
            content.putObject(key).putNull("whole");
            tags.putObject(key).putNull("whole");
            if (was != null && was.model().kind() != ModelKind.DOCUMENT) {
                meta.putObject(key).putNull("whole");
            }
            return;
        }
        boolean comparable = was == null || was.model().kind() == now.model().kind();
        if (now.isOfMany() && comparable) {
            compareEntries(key, was, now);
        } else if (was == null
                || !comparable
                || !was.sameEntry("", now)
                || isLater(times(key).get(""))) {
            whole(key, now);
        }
    }

    /** Adds the whole content of a model in a locale, whose kind has changed or which has no entries with keys. */
    private void whole(String key, LocaleContent now) {
        Map<String, EntryTime> known = times(key);
        content.putObject(key).set("whole", now.shown(known));
        tags.putObject(key).set("whole", EntityTags.all(now));
        if (now.model().kind() == ModelKind.COLLECTION) {
            ObjectNode each = meta.putObject(key).putObject("whole");
            now.keys().stream().sorted().forEach(id -> each.set(id, now.timed(id, known.get(id))));
        } else if (now.model().kind() != ModelKind.DOCUMENT) {
            meta.putObject(key).set("whole", now.timed("", known.get("")));
        }
    }

    private void compareEntries(String key, @Nullable LocaleContent was, LocaleContent now) {
        Map<String, EntryTime> known = times(key);
        boolean documents = now.model().kind() == ModelKind.DOCUMENT;
        Part values = new Part(content, key);
        Part metas = new Part(meta, key);
        Part etags = new Part(tags, key);
        Set<String> touched = was == null ? Set.of() : touched(was, now);
        for (String id : was == null ? inOrder(now) : withLater(touched, known)) {
            cancellation.pause();
            boolean same = was != null && was.has(id) && was.sameEntry(id, now);
            if ((same && !isLater(known.get(id))) || !now.has(id)) {
                continue;
            }
            if (!same || documents) {
                values.set(id, now.shown(id, known));
            }
            if (!same) {
                etags.set(id, StringNode.valueOf(EntityTags.tag(now, id).orElseThrow()));
            }
            if (!documents) {
                metas.set(id, now.timed(id, known.get(id)));
            }
        }
        if (was != null) {
            touched.stream().filter(id -> was.has(id) && !now.has(id)).sorted().forEach(id -> {
                values.remove(id);
                etags.remove(id);
                if (!documents) {
                    metas.remove(id);
                }
            });
        }
        if (was == null) {
            values.begin();
            etags.begin();
        }
    }

    /**
     * The keys of entries and documents that differ in value or meta (by identity of the parsed objects), or exist in
     * one alone.
     */
    private static Set<String> touched(LocaleContent was, LocaleContent now) {
        ObjectNode none = Json.object();
        Set<String> touched = new LinkedHashSet<>();
        touched.addAll(ChangedMembers.between(was.documents(), now.documents()).names());
        touched.addAll(
                ChangedMembers.between(was.values().orElse(none), now.values().orElse(none))
                        .names());
        touched.addAll(ChangedMembers.between(was.meta(), now.meta()).names());
        return touched;
    }

    /** The entries that may differ, and those that were changed and changed back since. */
    private Set<String> withLater(Set<String> touched, Map<String, EntryTime> known) {
        Set<String> ids = new LinkedHashSet<>(touched);
        ids.addAll(EntryTimes.of(known).updatedAfter(then));
        return ids;
    }

    private static Collection<String> inOrder(LocaleContent content) {
        return content.values()
                .<Collection<String>>map(values -> values.propertyNames())
                .orElseGet(content::keys);
    }

    private Map<String, EntryTime> times(String key) {
        return times.getOrDefault(key, Map.of());
    }

    /** Whether an entry was updated after the earlier snapshot; one that was changed back differs in its time alone. */
    private boolean isLater(@Nullable EntryTime time) {
        return time != null && time.updated().isAfter(then);
    }

    private static @Nullable JsonNode raw(Snapshot snapshot, boolean config) {
        return config
                ? snapshot.config().map(found -> found.raw()).orElse(null)
                : snapshot.vocabulary().map(found -> found.raw()).orElse(null);
    }

    private void addSetting(
            ObjectNode json, ObjectNode settings, String name, @Nullable JsonNode was, @Nullable JsonNode now) {
        if (was == null ? now == null : was.equals(now)) {
            return;
        }
        json.set(
                name,
                name.equals("config")
                        ? after.config().map(SnapshotJson::config).orElse(null)
                        : after.vocabulary().map(found -> found.terms()).orElse(null));
        settings.put(name, now == null ? null : EntityTags.of(now));
    }

    /** {@code { set: { id: value }, removed: [id] }} below a name, added with the first change. */
    private static final class Part {
        private final ObjectNode all;
        private final String key;
        private @Nullable ObjectNode made;

        Part(ObjectNode all, String key) {
            this.all = all;
            this.key = key;
        }

        ObjectNode begin() {
            ObjectNode part = made;
            if (part == null) {
                part = all.putObject(key);
                part.putObject("set");
                part.putArray("removed");
                made = part;
            }
            return part;
        }

        void set(String id, JsonNode value) {
            ((ObjectNode) begin().get("set")).set(id, value);
        }

        void remove(String id) {
            ((ArrayNode) begin().get("removed")).add(id);
        }
    }
}
