package cms.content;

import cms.access.AllowedLocales;
import cms.content.Snapshots.Synced;
import cms.content.api.HealthItem;
import cms.content.check.ProjectHealth;
import cms.content.check.ProjectHealth.Seen;
import cms.content.recent.RecentSnapshots;
import cms.content.recent.SnapshotReader;
import cms.content.snapshot.EntryHistory;
import cms.content.snapshot.Narrowing;
import cms.content.snapshot.Snapshot;
import cms.content.snapshot.SnapshotDifference;
import cms.content.snapshot.SnapshotJson;
import cms.format.ModelDefinition.Severity;
import cms.git.Branch;
import cms.git.CommitId;
import cms.git.Repository;
import cms.git.Tree;
import cms.githost.Hosting;
import cms.platform.compute.Cancellation;
import cms.platform.compute.Outside;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import cms.project.AllowedModels;
import cms.project.Project;
import cms.review.submit.Tip;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The cache of one project: its last snapshots, the times of its entries, its health, and its serialized answers. */
final class ProjectContent {
    private static final int PRINTED_MAX = 4;

    /** The quote and the commit, with which every entity tag begins. */
    private static final int COMMIT_CHARS = 41;

    /** Size up to which an answer of changes is sent however small the whole content is. */
    private static final int CHANGES_BYTES_MIN = 16 * 1024;

    /**
     * Guards the serialized answers and the health. A thread may wait for its turn to compute while it holds this lock,
     * so it is taken with {@link Outside#lock}.
     */
    private final ReentrantLock printing = new ReentrantLock();

    private final Hosting hosting;
    private final EntryHistory history;
    private final RecentSnapshots recent;
    private final Deque<Synced> printed = new ArrayDeque<>();
    private final HealthCache health;

    /** @param grown called with this object after another tree was read, as its size has changed */
    ProjectContent(Hosting hosting, SnapshotReader reader, Path historyFile, Consumer<ProjectContent> grown) {
        this.hosting = hosting;
        this.history = new EntryHistory(reader.files(), historyFile);
        this.recent = new RecentSnapshots(reader, () -> grown.accept(this), this::forgetParsed);
        this.health = new HealthCache(reader);
    }

    /** About how many bytes of the heap this takes. */
    long bytes() {
        return recent.bytes();
    }

    void save() {
        history.save();
    }

    /** Whether a thread is reading a snapshot of this project. */
    boolean isReading() {
        return recent.isReading();
    }

    /**
     * Drops the answers and the health that refer to parsed content, unless another thread is printing and needs them.
     */
    private void forgetParsed() {
        if (printing.tryLock()) {
            try {
                printed.clear();
                health.forget();
            } finally {
                printing.unlock();
            }
        }
    }

    /** Stops saving the file of times, because the project was deleted. */
    void forget() {
        history.forget();
    }

    String entityTag(Project project, Tip tip, AllowedModels models) {
        Repository repository = hosting.repository(project.repoFullName());
        Optional<Branch> parked = ParkedPush.find(repository, project.defaultBranch(), tip.commit());
        return SyncTag.of(tip, snapshot(tip.tree()), models, parked, Narrowing.none());
    }

    Snapshot snapshot(Tree tree) {
        return recent.of(tree);
    }

    boolean isConfigured(Tip tip) {
        Snapshot snapshot = snapshot(tip.tree());
        return snapshot.config().isPresent() || snapshot.configUnreadable();
    }

    /** The cached answer of {@link #sync}; empty when there is none, or while another thread is printing. */
    Optional<Synced> printed(Project project, Tip tip, AllowedModels models, Narrowing narrowing) {
        Optional<Snapshot> snapshot = recent.find(tip.tree().id());
        if (snapshot.isEmpty() || !printing.tryLock()) {
            return Optional.empty();
        }
        try {
            Optional<Branch> parked =
                    ParkedPush.find(hosting.repository(project.repoFullName()), project.defaultBranch(), tip.commit());
            return printed(SyncTag.of(tip, snapshot.get(), models, parked, narrowing));
        } finally {
            printing.unlock();
        }
    }

    private Optional<Synced> printed(String tag) {
        return printed.stream().filter(synced -> synced.entityTag().equals(tag)).findFirst();
    }

    Synced sync(Project project, Tip tip, AllowedModels models, Narrowing narrowing) {
        history.begin();
        Repository repository = hosting.repository(project.repoFullName());
        Snapshot snapshot = snapshot(tip.tree());
        requireShown(snapshot, models, narrowing);
        Optional<Branch> parked = ParkedPush.find(repository, project.defaultBranch(), tip.commit());
        String tag = SyncTag.of(tip, snapshot, models, parked, narrowing);
        Outside.lock(printing);
        try {
            Optional<Synced> known = printed(tag);
            if (known.isPresent()) {
                return known.get();
            }
            var times = history.at(repository, tip.commit(), snapshot);
            SnapshotJson json = new SnapshotJson(snapshot, times, models, narrowing);
            if (health.isEmpty()) {
                // The first time both take long, so each gets a core; the longer one runs on this thread.
                Cancellation.current().both(json::print, () -> health.of(snapshot));
            }
            Synced fresh = new Synced(tag, json.chunks(complete(project, tip, snapshot, parked)));
            if (narrowing.isNone()) {
                keep(fresh);
            }
            return fresh;
        } finally {
            printing.unlock();
        }
    }

    /**
     * Caches an answer with the whole content and drops those of other commits. Narrowed answers are put together from
     * printed parts, so they are not cached.
     */
    private void keep(Synced fresh) {
        printed.removeIf(old -> !old.entityTag().regionMatches(0, fresh.entityTag(), 0, COMMIT_CHARS));
        printed.addFirst(fresh);
        if (printed.size() > PRINTED_MAX) {
            printed.removeLast();
        }
    }

    /**
     * The content at an earlier commit. Such reads are rare: the snapshot is not cached, and the index of times is not
     * changed.
     */
    Synced syncEarlier(Project project, Tip newest, Tip asked, AllowedModels models, Narrowing narrowing) {
        Repository repository = hosting.repository(project.repoFullName());
        var times = history.at(repository, newest.commit(), snapshot(newest.tree()));
        Instant then = repository.commit(asked.commit()).author().time();
        Snapshot snapshot = snapshot(asked.tree());
        requireShown(snapshot, models, narrowing);
        ProjectHealth found = health.earlier(repository, asked, snapshot);
        List<byte[]> json = new SnapshotJson(snapshot, EntryHistory.asOf(times, then), models, narrowing).chunks(found);
        return new Synced(SyncTag.of(asked, snapshot, models, Optional.empty(), narrowing), json);
    }

    /** The members of {@code P/health} about the content at the tip, as far as the caller may see it. */
    ObjectNode health(Project project, Tip tip, Seen seen, List<HealthItem> more) {
        Repository repository = hosting.repository(project.repoFullName());
        Optional<Branch> parked = ParkedPush.find(repository, project.defaultBranch(), tip.commit());
        Snapshot snapshot = snapshot(tip.tree());
        Outside.lock(printing);
        try {
            return json(complete(project, tip, snapshot, parked).with(more), seen);
        } finally {
            printing.unlock();
        }
    }

    private ProjectHealth complete(Project project, Tip tip, Snapshot snapshot, Optional<Branch> parked) {
        return health.of(hosting.repository(project.repoFullName()), tip, snapshot)
                .with(ParkedPush.items(parked))
                .with(leftAlone(project));
    }

    private List<HealthItem> leftAlone(Project project) {
        return hosting.isLeftAlone(project.repoFullName())
                ? List.of(HealthItem.of(
                        HealthItem.CONFIG,
                        "left_alone",
                        Severity.ERROR,
                        "The service ended twice while it read this repository; what it did then, such as to build or to"
                                + " tell of it, is not done until the next push."))
                : List.of();
    }

    /** The members of {@code P/health} about the content of an open change or an earlier commit. */
    ObjectNode healthEarlier(Project project, Tip asked, Seen seen) {
        Repository repository = hosting.repository(project.repoFullName());
        return json(health.earlier(repository, asked, snapshot(asked.tree())), seen);
    }

    private static ObjectNode json(ProjectHealth health, Seen seen) {
        return health.json(seen, id -> true).put("valid", health.valid(seen));
    }

    /**
     * The differences between the answers of {@code brain/sync} now and at an earlier commit (studio 4.3); {@code
     * reset} is true where the client has to read the whole content again.
     *
     * @param seenTag the entity tag that was answered with {@code since}; empty where the caller did not keep it
     */
    ObjectNode changes(Project project, Tip tip, CommitId since, Optional<String> seenTag, AllowedModels models) {
        Repository repository = hosting.repository(project.repoFullName());
        Optional<Branch> parked = ParkedPush.find(repository, project.defaultBranch(), tip.commit());
        ObjectNode json = Json.object()
                .put("since", since.sha())
                .put("commit", tip.commit().sha());
        if (!reaches(repository, tip.commit(), since)) {
            return json.put("tag", SyncTag.of(tip, snapshot(tip.tree()), models, parked, Narrowing.none()))
                    .put("reset", true);
        }
        Tip then = new Tip(since, repository.tree(since));
        Snapshot before = snapshot(then.tree());
        Snapshot after = snapshot(tip.tree());
        String tagOfThen = SyncTag.of(then, before, models, Optional.empty(), Narrowing.none());
        boolean waited = seenTag.filter(tag -> !SyncTag.same(tag, tagOfThen)).isPresent();
        json.put("tag", SyncTag.of(tip, after, models, parked, Narrowing.none()));
        if (waited && !SyncTag.sameButForPush(seenTag.orElseThrow(), tagOfThen)) {
            return json.put("reset", true);
        }
        ObjectNode all = json.deepCopy().put("reset", false);
        Outside.lock(printing);
        try {
            Instant written = repository.commit(since).author().time();
            var times = history.at(repository, tip.commit(), after);
            new SnapshotDifference(before, after, written, times, models).addTo(all);
            ObjectNode now = validation(after, complete(project, tip, after, parked), models);
            boolean same = !waited && parked.isEmpty() && isKnown(now, since, before, models);
            if (!same) {
                all.set("schemaValidation", now);
            }
        } finally {
            printing.unlock();
        }
        boolean small = Json.bytes(all).length <= Math.max(CHANGES_BYTES_MIN, after.sourceBytes() / 2);
        return small ? all : json.put("reset", true);
    }

    private boolean isKnown(@Nullable ObjectNode validation, CommitId since, Snapshot before, AllowedModels models) {
        return health.find(since)
                .filter(was -> Objects.equals(validation(before, was, models), validation))
                .isPresent();
    }

    private static @Nullable ObjectNode validation(Snapshot snapshot, ProjectHealth health, AllowedModels models) {
        boolean configured = snapshot.config().isPresent() || snapshot.configUnreadable();
        return configured ? health.json(Seen.of(models, AllowedLocales.all()), id -> true) : null;
    }

    private static boolean reaches(Repository repository, CommitId tip, CommitId since) {
        try {
            return since.equals(tip) || repository.isAncestor(since, tip);
        } catch (Failure unknown) {
            return false;
        }
    }

    /** Fails with NOT_FOUND for a model or locale that does not exist, or that the caller may not see. */
    private static void requireShown(Snapshot snapshot, AllowedModels models, Narrowing narrowing) {
        boolean hidden = narrowing.model().filter(id -> !models.allows(id)).isPresent();
        if (hidden || !narrowing.fits(snapshot)) {
            throw Failure.notFound("There is no such model or locale in this project.");
        }
    }

    /** The health of a tree's content, without the items that need the commit's history or other files. */
    ProjectHealth health(Tree tree) {
        Snapshot snapshot = snapshot(tree);
        Outside.lock(printing);
        try {
            return health.of(snapshot);
        } finally {
            printing.unlock();
        }
    }
}
