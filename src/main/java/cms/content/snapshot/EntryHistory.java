package cms.content.snapshot;

import cms.format.CanonicalJson;
import cms.format.ContentFile;
import cms.format.ContentPath;
import cms.format.ContentPaths;
import cms.format.ModelDefinition;
import cms.format.ModelKind;
import cms.git.BlobId;
import cms.git.Commit;
import cms.git.CommitId;
import cms.git.FileChange;
import cms.git.Repository;
import cms.git.Tree;
import cms.platform.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * When each entry came and last changed, read from the first-parent history of {@code cms}, commit after commit.
 *
 * <p>Every step of that line is one landing; a landing speaks for the person who wrote the commit that it merged.
 * Only commits that are new since the last question are looked at.
 */
public final class EntryHistory {
    private static final String CO_AUTHOR = "Co-Authored-By:";

    private final ReentrantLock lock = new ReentrantLock();
    private final ParsedFiles files;
    private @Nullable CommitId at;
    private Map<String, Map<String, EntryTime>> times = Map.of();

    public EntryHistory(ParsedFiles files) {
        this.files = files;
    }

    /** By {@code <model>:<locale>}, then by entry id, slug, or empty text for the kinds without; immutable. */
    public Map<String, Map<String, EntryTime>> at(Repository repository, CommitId tip, Snapshot snapshot) {
        lock.lock();
        try {
            if (!tip.equals(at)) {
                advance(repository, tip, snapshot);
            }
            return times;
        } finally {
            lock.unlock();
        }
    }

    private void advance(Repository repository, CommitId tip, Snapshot snapshot) {
        List<Commit> line = new ArrayList<>();
        CommitId next = tip;
        while (next != null && !next.equals(at)) {
            Commit commit = repository.commit(next);
            line.add(commit);
            next = commit.parents().isEmpty() ? null : commit.parents().getFirst();
        }
        Walk walk = new Walk(repository, snapshot, next == null ? Map.of() : times);
        line.reversed().forEach(walk::step);
        times = walk.finished();
        at = tip;
    }

    /** A change of one file, seen from the commit that made it. */
    private record Touch(String path, Side before, Side after, String by, Instant when) {}

    private record Side(Tree tree, Optional<BlobId> blob) {}

    /** One run along the history. */
    private final class Walk {
        private final Repository repository;
        private final ContentPaths paths;
        private final List<ModelDefinition> models;
        private final String defaultLocale;
        private final Map<String, Map<String, EntryTime>> known;
        private final Map<String, Map<String, EntryTime>> changed = new HashMap<>();

        Walk(Repository repository, Snapshot snapshot, Map<String, Map<String, EntryTime>> known) {
            this.repository = repository;
            this.paths = snapshot.paths();
            this.models = List.copyOf(snapshot.models());
            this.defaultLocale = snapshot.settings().defaultLocale();
            this.known = known;
        }

        Map<String, Map<String, EntryTime>> finished() {
            if (changed.isEmpty()) {
                return known;
            }
            Map<String, Map<String, EntryTime>> all = new HashMap<>(known);
            all.putAll(changed);
            return all;
        }

        void step(Commit commit) {
            boolean landing = commit.parents().size() > 1;
            Commit writer = landing ? repository.commit(commit.parents().get(1)) : commit;
            Tree after = repository.tree(commit.id());
            Tree before = commit.parents().isEmpty()
                    ? repository.emptyTree()
                    : repository.tree(commit.parents().getFirst());
            for (FileChange change : repository.diff(before, after)) {
                Touch touch = new Touch(
                        change.path(),
                        new Side(before, Optional.ofNullable(change.oldBlob())),
                        new Side(after, Optional.ofNullable(change.newBlob())),
                        person(writer),
                        writer.author().time());
                take(paths.locate(change.path(), models), touch);
            }
        }

        private void take(ContentPath where, Touch touch) {
            switch (where) {
                case ContentPath.Entries at -> entries(where, at.model(), at.locale(), touch);
                case ContentPath.Document at -> set(at.model(), at.locale(), at.slug(), touch, presence(touch));
                case ContentPath.Meta at -> metas(where, at.model(), at.locale(), touch);
                case ContentPath.DocumentMeta at -> set(at.model(), at.locale(), at.slug(), touch, Presence.STAYED);
                case ContentPath.Model at -> {}
                case ContentPath.Config at -> {}
                case ContentPath.Terms at -> {}
                case ContentPath.Context at -> {}
                case ContentPath.Elsewhere at -> {}
            }
        }

        private void entries(ContentPath where, ModelDefinition model, String locale, Touch touch) {
            if (model.kind() != ModelKind.COLLECTION) {
                set(model, locale, "", touch, presence(touch));
                return;
            }
            ObjectNode before = members(where, touch.path(), touch.before());
            ObjectNode after = members(where, touch.path(), touch.after());
            for (String id : different(before, after)) {
                Presence presence = !after.has(id) ? Presence.GONE : before.has(id) ? Presence.STAYED : Presence.CAME;
                set(model, locale, id, touch, presence);
            }
        }

        private void metas(ContentPath where, ModelDefinition model, String locale, Touch touch) {
            if (model.kind() != ModelKind.COLLECTION) {
                set(model, locale, "", touch, Presence.STAYED);
                return;
            }
            ObjectNode before = members(where, touch.path(), touch.before());
            ObjectNode after = members(where, touch.path(), touch.after());
            different(before, after).forEach(id -> set(model, locale, id, touch, Presence.STAYED));
        }

        private void set(ModelDefinition model, String locale, String id, Touch touch, Presence presence) {
            String key = model.id() + ":" + (locale.equals(ContentPaths.DATA) ? defaultLocale : locale);
            Map<String, EntryTime> entries = changed.computeIfAbsent(
                    key, missing -> new HashMap<>(known.getOrDefault(missing, Map.of())));
            EntryTime fresh = new EntryTime(touch.when(), touch.when(), touch.by());
            switch (presence) {
                case CAME -> entries.put(id, fresh);
                case STAYED -> entries.computeIfPresent(id, (same, time) -> time.updatedAt(touch.when()));
                case GONE -> entries.remove(id);
            }
        }

        private ObjectNode members(ContentPath where, String path, Side side) {
            ContentFile file = side.blob()
                    .map(blob -> files.read(side.tree(), where, path, blob))
                    .orElse(null);
            return file instanceof ContentFile.Json(ObjectNode members) ? members : Json.object();
        }

        private static Presence presence(Touch touch) {
            if (touch.after().blob().isEmpty()) {
                return Presence.GONE;
            }
            return touch.before().blob().isEmpty() ? Presence.CAME : Presence.STAYED;
        }

        private static Set<String> different(ObjectNode before, ObjectNode after) {
            Set<String> ids = new LinkedHashSet<>(before.propertyNames());
            ids.addAll(after.propertyNames());
            ids.removeIf(id -> before.get(id) == after.get(id) || CanonicalJson.same(before.get(id), after.get(id)));
            return ids;
        }
    }

    private enum Presence {
        CAME,
        STAYED,
        GONE
    }

    /** The co-author that a write of ours names, otherwise the author. */
    private static String person(Commit commit) {
        return commit.message()
                .lines()
                .filter(line -> line.regionMatches(true, 0, CO_AUTHOR, 0, CO_AUTHOR.length()))
                .map(line -> line.substring(CO_AUTHOR.length()).strip())
                .map(EntryHistory::address)
                .filter(address -> !address.isEmpty())
                .findFirst()
                .orElse(commit.author().email());
    }

    private static String address(String person) {
        int open = person.lastIndexOf('<');
        int close = person.lastIndexOf('>');
        return open >= 0 && close > open ? person.substring(open + 1, close) : person;
    }
}
