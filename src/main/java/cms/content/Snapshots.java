package cms.content;

import cms.content.check.ProjectHealth;
import cms.content.snapshot.EntryHistory;
import cms.content.snapshot.ParsedFiles;
import cms.content.snapshot.Snapshot;
import cms.content.snapshot.SnapshotJson;
import cms.format.ContentPaths;
import cms.git.Branch;
import cms.git.Repository;
import cms.git.Tree;
import cms.git.TreeId;
import cms.githost.Hosting;
import cms.project.AllowedModels;
import cms.project.Project;
import cms.review.Changes;
import cms.review.Tip;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The parsed content of projects: read once a commit, and from one commit to the next only where they differ. */
public final class Snapshots implements AutoCloseable {
    private static final int PROJECTS_MAX = 1_000;
    private static final Duration KEPT = Duration.ofHours(1);

    private final Hosting hosting;
    private final Changes changes;
    private final Path folder;
    private final ParsedFiles files = new ParsedFiles();
    private final Cache<Key, State> states = Caffeine.newBuilder()
            .maximumSize(PROJECTS_MAX)
            .expireAfterAccess(KEPT)
            .removalListener((@Nullable Key key, @Nullable State state, RemovalCause cause) -> {
                if (state != null) {
                    state.history.save();
                }
            })
            .build();

    private record Key(String projectId, String contentRoot) {}

    /** {@code folder} is for what can be made again: an index of the history of each project. */
    public Snapshots(Hosting hosting, Changes changes, Path folder) {
        this.hosting = hosting;
        this.changes = changes;
        this.folder = folder;
    }

    @Override
    public void close() {
        states.asMap().values().forEach(state -> state.history.save());
    }

    /** The newest content of a project. */
    public Snapshot current(Project project) {
        return of(project, changes.sync(project).tree());
    }

    /** The content of a tree of the project's repository. */
    public Snapshot of(Project project, Tree tree) {
        return state(project).snapshot(tree);
    }

    ParsedFiles files() {
        return files;
    }

    /** What {@code brain/sync} answers now, as far as these models may be seen. */
    Synced sync(Project project, AllowedModels models) {
        return state(project).sync(project, changes.sync(project), models);
    }

    /**
     * The same at a branch or commit of the project; times of entries are what {@code cms} knows of that instant.
     *
     * @throws cms.platform.failure.Failure NOT_FOUND for what the project does not reach
     */
    Synced sync(Project project, String at, AllowedModels models) {
        Tip newest = changes.sync(project);
        Tip asked = changes.at(project, at);
        State state = state(project);
        return asked.commit().equals(newest.commit())
                ? state.sync(project, newest, models)
                : state.syncEarlier(project, newest, asked, models);
    }

    private State state(Project project) {
        Key key = new Key(project.id(), project.contentRoot());
        return states.get(
                key,
                missing ->
                        new State(ContentPaths.under(project.contentRoot()), folder.resolve(project.id() + ".json")));
    }

    /**
     * An answer of {@code brain/sync}.
     *
     * @param entityTag quoted; changes with every commit and with the models that may be seen
     */
    record Synced(String entityTag, byte[] json) {}

    /** What is kept of one project. */
    private final class State {
        private static final int SNAPSHOTS_MAX = 3;
        private static final int PRINTED_MAX = 4;

        /** The quote and the commit, with which every entity tag begins. */
        private static final int COMMIT_CHARS = 41;

        private final ReentrantLock lock = new ReentrantLock();
        private final ReentrantLock printing = new ReentrantLock();
        private final ContentPaths paths;
        private final EntryHistory history;
        private final Deque<Snapshot> recent = new ArrayDeque<>();
        private final Deque<Synced> printed = new ArrayDeque<>();
        private @Nullable TreeId healthOf;
        private @Nullable ProjectHealth health;

        State(ContentPaths paths, Path historyFile) {
            this.paths = paths;
            this.history = new EntryHistory(files, historyFile);
        }

        Snapshot snapshot(Tree tree) {
            TreeId id = tree.id();
            lock.lock();
            try {
                Optional<Snapshot> known = recent.stream()
                        .filter(snapshot -> snapshot.tree().equals(id))
                        .findFirst();
                Snapshot snapshot = known.orElseGet(() -> Snapshot.read(tree, paths, files, recent.peekFirst()));
                recent.remove(snapshot);
                recent.addFirst(snapshot);
                if (recent.size() > SNAPSHOTS_MAX) {
                    recent.removeLast();
                }
                return snapshot;
            } finally {
                lock.unlock();
            }
        }

        Synced sync(Project project, Tip tip, AllowedModels models) {
            Repository repository = hosting.repository(project.repoFullName());
            Snapshot snapshot = snapshot(tip.tree());
            Optional<Branch> parked = ParkedPush.find(repository, project.defaultBranch(), tip.commit());
            String tag = tag(tip, snapshot, models, parked);
            printing.lock();
            try {
                Optional<Synced> known = printed.stream()
                        .filter(synced -> synced.entityTag().equals(tag))
                        .findFirst();
                if (known.isPresent()) {
                    return known.get();
                }
                var times = history.at(repository, tip.commit(), snapshot);
                ProjectHealth complete = health(snapshot).with(ParkedPush.items(parked));
                byte[] json = new SnapshotJson(snapshot, times, models::allows).bytes(complete);
                Synced fresh = new Synced(tag, json);
                printed.removeIf(old -> !old.entityTag().regionMatches(0, tag, 0, COMMIT_CHARS));
                printed.addFirst(fresh);
                if (printed.size() > PRINTED_MAX) {
                    printed.removeLast();
                }
                return fresh;
            } finally {
                printing.unlock();
            }
        }

        /** Looked at now and then, so it is neither kept nor does it lead the index of times astray. */
        Synced syncEarlier(Project project, Tip newest, Tip asked, AllowedModels models) {
            Repository repository = hosting.repository(project.repoFullName());
            var times = history.at(repository, newest.commit(), snapshot(newest.tree()));
            Instant then = repository.commit(asked.commit()).author().time();
            Snapshot snapshot = snapshot(asked.tree());
            byte[] json = new SnapshotJson(snapshot, EntryHistory.asOf(times, then), models::allows)
                    .bytes(ProjectHealth.of(snapshot));
            return new Synced(tag(asked, snapshot, models, Optional.empty()), json);
        }

        private static String tag(Tip tip, Snapshot snapshot, AllowedModels models, Optional<Branch> parked) {
            List<String> hidden = snapshot.models().stream()
                    .map(model -> model.id())
                    .filter(id -> !models.allows(id))
                    .toList();
            String filter = models.isAll() ? "" : "-" + Integer.toHexString(hidden.hashCode()) + "." + hidden.size();
            String waiting = parked.map(branch -> "-" + branch.tip().sha()).orElse("");
            return "\"" + tip.commit().sha() + filter + waiting + "\"";
        }

        private ProjectHealth health(Snapshot snapshot) {
            ProjectHealth known = health;
            if (known == null || !snapshot.tree().equals(healthOf)) {
                known = known == null ? ProjectHealth.of(snapshot) : known.next(snapshot);
                health = known;
                healthOf = snapshot.tree();
            }
            return known;
        }
    }
}
