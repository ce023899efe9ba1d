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
import cms.platform.json.ChangedMembers;
import cms.platform.json.Json;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One run along the history of {@code cms}, oldest commit first, that notes when entries were created and changed. */
final class HistoryWalk {
    private static final String CO_AUTHOR = "Co-Authored-By:";

    /** Models up to which comparing their folders first is cheaper than comparing whole trees. */
    private static final int FEW_MODELS = 4;

    private final Repository repository;
    private final ParsedFiles files;
    private final Snapshot snapshot;
    private final List<ModelDefinition> models;
    private final Map<String, Map<String, EntryTime>> known;
    private final Map<String, EntryTimes.TimesUpdate> changed = new HashMap<>();

    /** A change of one file, seen from the commit that made it. */
    private record Touch(String path, Side before, Side after, String by, Instant when) {}

    private record Side(Tree tree, Optional<BlobId> blob) {}

    private enum EntryPresence {
        CAME,
        STAYED,
        GONE
    }

    HistoryWalk(
            Repository repository,
            ParsedFiles files,
            Snapshot snapshot,
            Collection<ModelDefinition> models,
            Map<String, Map<String, EntryTime>> known) {
        this.repository = repository;
        this.files = files;
        this.snapshot = snapshot;
        this.models = List.copyOf(models);
        this.known = known;
    }

    /** The times after the run; the maps of models that it did not change are the same objects as before. */
    Map<String, Map<String, EntryTime>> finished() {
        if (changed.isEmpty()) {
            return known;
        }
        Map<String, Map<String, EntryTime>> all = new HashMap<>(known);
        changed.forEach((key, change) -> all.put(key, change.done()));
        return all;
    }

    void step(CommitId id) {
        Commit commit = repository.commit(id);
        Tree after = repository.tree(id);
        Tree before = commit.parents().isEmpty()
                ? repository.emptyTree()
                : repository.tree(commit.parents().getFirst());
        if (models.isEmpty()
                || (models.size() <= FEW_MODELS && models.stream().noneMatch(m -> differs(m, before, after)))) {
            return;
        }
        Commit writer =
                commit.parents().size() > 1 ? repository.commit(commit.parents().get(1)) : commit;
        for (FileChange change : repository.diff(before, after)) {
            Touch touch = new Touch(
                    change.path(),
                    new Side(before, Optional.ofNullable(change.oldBlob())),
                    new Side(after, Optional.ofNullable(change.newBlob())),
                    person(writer),
                    writer.author().time());
            take(snapshot.paths().locate(change.path(), models), touch);
        }
    }

    private boolean differs(ModelDefinition model, Tree before, Tree after) {
        String content = bare(snapshot.paths().contentFolder(model));
        String meta = bare(snapshot.paths().metaFolder(model));
        return !before.folder(content).equals(after.folder(content))
                || !before.folder(meta).equals(after.folder(meta));
    }

    private static String bare(String folder) {
        return folder.substring(0, folder.length() - 1);
    }

    private void take(ContentPath where, Touch touch) {
        switch (where) {
            case ContentPath.Entries at -> entries(where, at.model(), at.locale(), touch, true);
            case ContentPath.Meta at -> entries(where, at.model(), at.locale(), touch, false);
            case ContentPath.Document at -> set(at.model(), at.locale(), at.slug(), touch, presence(touch));
            case ContentPath.DocumentMeta at -> set(at.model(), at.locale(), at.slug(), touch, EntryPresence.STAYED);
            case ContentPath.Model at -> {}
            case ContentPath.Config at -> {}
            case ContentPath.Vocabulary at -> {}
            case ContentPath.Context at -> {}
            case ContentPath.Elsewhere at -> {}
        }
    }

    /** {@code content}: entries come and go with this file; meta only changes them. */
    private void entries(ContentPath where, ModelDefinition model, String locale, Touch touch, boolean content) {
        if (model.kind() != ModelKind.COLLECTION) {
            set(model, locale, "", touch, content ? presence(touch) : EntryPresence.STAYED);
            return;
        }
        ObjectNode before = members(where, touch.path(), touch.before());
        ObjectNode after = members(where, touch.path(), touch.after());
        for (String id : different(before, after)) {
            EntryPresence presence =
                    !after.has(id) ? EntryPresence.GONE : before.has(id) ? EntryPresence.STAYED : EntryPresence.CAME;
            set(model, locale, id, touch, content ? presence : EntryPresence.STAYED);
        }
    }

    private void set(ModelDefinition model, String locale, String id, Touch touch, EntryPresence presence) {
        boolean single = locale.equals(ContentPaths.DATA);
        String key = model.id() + ":" + (single ? snapshot.settings().defaultLocale() : locale);
        EntryTimes.TimesUpdate entries = changed.computeIfAbsent(
                key, missing -> new EntryTimes.TimesUpdate(known.getOrDefault(missing, Map.of())));
        switch (presence) {
            case CAME -> entries.put(id, new EntryTime(touch.when(), touch.when(), touch.by()));
            case STAYED -> entries.update(id, touch.when());
            case GONE -> entries.remove(id);
        }
    }

    private ObjectNode members(ContentPath where, String path, Side side) {
        ContentFile file = side.blob()
                .map(blob -> files.read(side.tree(), where, path, blob))
                .orElse(null);
        return file instanceof ContentFile.Json(ObjectNode members) ? members : Json.object();
    }

    private static EntryPresence presence(Touch touch) {
        if (touch.after().blob().isEmpty()) {
            return EntryPresence.GONE;
        }
        return touch.before().blob().isEmpty() ? EntryPresence.CAME : EntryPresence.STAYED;
    }

    private static Set<String> different(ObjectNode before, ObjectNode after) {
        Set<String> ids =
                new LinkedHashSet<>(ChangedMembers.between(before, after).names());
        ids.removeIf(id -> isSame(before.get(id), after.get(id)));
        return ids;
    }

    /** Most versions that were read anew are equal in every entry but a few, which is told in half the time. */
    private static boolean isSame(@Nullable JsonNode before, @Nullable JsonNode after) {
        return Objects.equals(before, after) || CanonicalJson.same(before, after);
    }

    /** The e-mail address of the co-author, whom commits of this service name, otherwise that of the author. */
    private static String person(Commit commit) {
        return commit.message()
                .lines()
                .filter(line -> line.regionMatches(true, 0, CO_AUTHOR, 0, CO_AUTHOR.length()))
                .map(line -> address(line.substring(CO_AUTHOR.length()).strip()))
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
