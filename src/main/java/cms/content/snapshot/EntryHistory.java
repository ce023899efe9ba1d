package cms.content.snapshot;

import cms.format.ModelDefinition;
import cms.git.Commit;
import cms.git.CommitId;
import cms.git.Repository;
import cms.platform.compute.Outside;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The times at which each entry was created and last changed, read from the first-parent history of {@code cms}.
 *
 * <p>Every commit of that line is one landing, whose author is the person who wrote the merged commit. Only commits
 * that are new since the last call are read, and the times are kept in a file, so that a restart does not begin anew.
 * The file may be lost: it is made again.
 */
public final class EntryHistory {
    /** Landings after which the file is written again; so many at most are read once more after a crash. */
    private static final int STEPS_UNSAVED_MAX = 200;

    /** Readers hold tips of a moment ago. States share the times of every entry that did not change between them. */
    private static final int STATES_MAX = 3;

    private final ReentrantLock lock = new ReentrantLock();
    private final ParsedFiles files;
    private final HistoryFile file;
    private volatile boolean loaded;

    /** The newest first; each is of an earlier commit than the one before. */
    private List<HistoryFile.State> states = List.of();

    private int stepsUnsaved;
    private boolean forgotten;

    /** {@code path}: the file that keeps the times. */
    public EntryHistory(ParsedFiles files, Path path) {
        this.files = files;
        this.file = new HistoryFile(path);
    }

    /** Begins to read the file on a thread of its own, so that it is read when the content is. */
    public void begin() {
        if (!loaded) {
            Thread.ofVirtual().name("content-history").start(this::load);
        }
    }

    private void load() {
        lock.lock();
        try {
            if (!loaded) {
                states = Stream.of(file.load())
                        .filter(stored -> stored.commit() != null)
                        .toList();
                loaded = true;
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * The times at a commit by {@code <model>:<locale>}, then by entry id, slug, or empty text for the kinds without;
     * the maps are never changed. At a commit before those of the last calls the times are those of a later one
     * {@linkplain #asOf as they were then}: to read the whole history for a reader who is late would keep all others
     * waiting.
     */
    public Map<String, Map<String, EntryTime>> at(Repository repository, CommitId tip, Snapshot snapshot) {
        Outside.lock(lock); // old files may have to be brought from the Git host under it
        try {
            load();
            Optional<HistoryFile.State> known = states.stream()
                    .filter(state -> tip.sha().equals(state.commit()))
                    .findFirst();
            if (known.isPresent()) {
                return known.get().times();
            }
            Optional<HistoryFile.State> later = states.reversed().stream()
                    .filter(state -> isBefore(repository, tip, state))
                    .findFirst();
            return later.isPresent()
                    ? asOf(later.get().times(), repository.commit(tip).author().time())
                    : advanced(repository, tip, snapshot).times();
        } finally {
            lock.unlock();
        }
    }

    /** The last update of each entry of a model in a locale, by its id, as {@link #at} has them. */
    public Map<String, Instant> updates(
            Repository repository, CommitId tip, Snapshot snapshot, String modelId, String locale) {
        Map<String, Instant> updates = new HashMap<>();
        at(repository, tip, snapshot)
                .getOrDefault(modelId + ":" + locale, Map.of())
                .forEach((id, time) -> updates.put(id, time.updated()));
        return updates;
    }

    private static boolean isBefore(Repository repository, CommitId tip, HistoryFile.State state) {
        try {
            return Optional.ofNullable(state.commit())
                    .flatMap(CommitId::parse)
                    .filter(later -> repository.isAncestor(tip, later))
                    .isPresent();
        } catch (Failure lost) {
            if (lost.kind() == FailureKind.NOT_FOUND) {
                return false; // the state is of a commit that the repository has lost
            }
            throw lost;
        }
    }

    /**
     * The times as they were at an instant: without entries that were created later, and with later updates set to that
     * instant.
     */
    public static Map<String, Map<String, EntryTime>> asOf(Map<String, Map<String, EntryTime>> times, Instant then) {
        Map<String, Map<String, EntryTime>> known = new HashMap<>();
        times.forEach((model, entries) -> {
            Map<String, EntryTime> kept = new HashMap<>();
            entries.forEach((id, time) -> {
                if (!time.created().isAfter(then)) {
                    kept.put(id, time.updated().isAfter(then) ? time.updatedAt(then) : time);
                }
            });
            known.put(model, kept);
        });
        return known;
    }

    /** Stops saving, because the project was deleted. */
    public void forget() {
        lock.lock();
        try {
            forgotten = true;
        } finally {
            lock.unlock();
        }
    }

    /** Removes the file of a deleted project. */
    public static void delete(Path path) {
        new HistoryFile(path).delete();
    }

    /** Writes times that the file lacks; does nothing while another thread updates them, so that it never waits. */
    public void save() {
        if (!lock.tryLock()) {
            return;
        }
        try {
            if (stepsUnsaved > 0 && !forgotten) {
                file.save(states.getFirst());
                stepsUnsaved = 0;
            }
        } finally {
            lock.unlock();
        }
    }

    /** Adds the state at a tip that goes on from the newest one, or from none of them. */
    private HistoryFile.State advanced(Repository repository, CommitId tip, Snapshot snapshot) {
        HistoryFile.State before = states.isEmpty() ? HistoryFile.State.nothing() : states.getFirst();
        List<ModelDefinition> met = new ArrayList<>();
        List<ModelDefinition> fresh = new ArrayList<>();
        Set<String> addresses = new HashSet<>();
        for (ModelDefinition model : snapshot.models()) {
            String address = address(model, snapshot);
            addresses.add(address);
            (before.addresses().contains(address) ? met : fresh).add(model);
        }
        List<CommitId> line = new ArrayList<>();
        boolean connected = lineTo(repository, tip, before.commit(), line);
        Map<String, Map<String, EntryTime>> times;
        if (connected && !met.isEmpty()) {
            times = walk(repository, snapshot, met, before.times(), line);
        } else {
            fresh.addAll(met);
            times = Map.of();
        }
        if (!fresh.isEmpty()) {
            List<CommitId> whole = new ArrayList<>();
            lineTo(repository, tip, null, whole);
            times = wholeWalk(repository, snapshot, fresh, times, whole);
        }
        HistoryFile.State after = new HistoryFile.State(tip.sha(), addresses, times);
        states = Stream.concat(Stream.of(after), connected ? states.stream() : Stream.of())
                .limit(STATES_MAX)
                .toList();
        stepsUnsaved += line.size();
        if (stepsUnsaved > STEPS_UNSAVED_MAX) {
            save();
        }
        return after;
    }

    /** Collects the commits from the tip back to a known one, newest first; false when that one is no ancestor. */
    private static boolean lineTo(Repository repository, CommitId tip, @Nullable String known, List<CommitId> line) {
        CommitId next = tip;
        while (!next.sha().equals(known)) {
            line.add(next);
            Commit commit = repository.commit(next);
            if (commit.parents().isEmpty()) {
                return false;
            }
            next = commit.parents().getFirst();
        }
        return true;
    }

    /** The times from the whole history; renamed or moved models are followed back to their earlier folders. */
    private Map<String, Map<String, EntryTime>> wholeWalk(
            Repository repository,
            Snapshot snapshot,
            List<ModelDefinition> models,
            Map<String, Map<String, EntryTime>> known,
            List<CommitId> line) {
        List<CommitId> steps = line.reversed();
        ModelPast past = new ModelPast(repository, files, snapshot.paths(), steps);
        List<ModelDefinition> steady = new ArrayList<>();
        Map<String, Map<String, EntryTime>> times = new HashMap<>(known);
        for (ModelDefinition model : models) {
            List<ModelPast.Stay> stays = past.of(model);
            if (stays.size() == 1) {
                steady.add(model);
            } else {
                times.putAll(followed(repository, snapshot, stays, steps));
            }
        }
        return steady.isEmpty() ? times : walk(repository, snapshot, steady, times, line);
    }

    /**
     * The times of entries across moves of their model: an entry keeps its times; one that was added by the move begins
     * with it.
     */
    private Map<String, Map<String, EntryTime>> followed(
            Repository repository, Snapshot snapshot, List<ModelPast.Stay> stays, List<CommitId> steps) {
        Map<String, Map<String, EntryTime>> times = Map.of();
        ModelPast.Stay before = stays.getFirst();
        for (ModelPast.Stay stay : stays) {
            List<ModelDefinition> model = List.of(stay.model());
            if (stay != before) {
                Map<String, Map<String, EntryTime>> moved =
                        new HashMap<>(walk(repository, snapshot, model, Map.of(), List.of(steps.get(stay.from() - 1))));
                String earlier = before.model().id() + ":";
                times.forEach((key, entries) -> moved.merge(
                        stay.model().id() + ":" + key.substring(earlier.length()), entries, EntryHistory::joined));
                times = moved;
            }
            times = walk(
                    repository,
                    snapshot,
                    model,
                    times,
                    steps.subList(stay.from(), stay.to()).reversed());
            before = stay;
        }
        return times;
    }

    /** The times of both maps; those of {@code later} where both have an entry. */
    private static Map<String, EntryTime> joined(Map<String, EntryTime> one, Map<String, EntryTime> later) {
        Map<String, EntryTime> both = new HashMap<>(one);
        both.putAll(later);
        return both;
    }

    private Map<String, Map<String, EntryTime>> walk(
            Repository repository,
            Snapshot snapshot,
            List<ModelDefinition> models,
            Map<String, Map<String, EntryTime>> known,
            List<CommitId> line) {
        HistoryWalk walk = new HistoryWalk(repository, files, snapshot, models, known);
        line.reversed().forEach(walk::step);
        return walk.finished();
    }

    /** The facts that decide which files hold a model's entries; when they change, its whole history is read. */
    private static String address(ModelDefinition model, Snapshot snapshot) {
        return String.join(
                " ",
                model.kind().wireName(),
                model.i18n() ? "" : snapshot.settings().defaultLocale(),
                model.id(),
                snapshot.paths().contentFolder(model));
    }
}
