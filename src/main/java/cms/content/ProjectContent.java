package cms.content;

import cms.access.AllowedLocales;
import cms.content.Snapshots.Synced;
import cms.content.api.HealthItem;
import cms.content.check.ProjectHealth;
import cms.content.check.ProjectHealth.Seen;
import cms.content.health.HealthCache;
import cms.content.health.LeftAlone;
import cms.content.health.ParkedPush;
import cms.content.health.SeenFindings;
import cms.content.recent.RecentSnapshots;
import cms.content.recent.SnapshotReader;
import cms.content.snapshot.EntryHistory;
import cms.content.snapshot.Narrowing;
import cms.content.snapshot.ParsedFiles;
import cms.content.snapshot.Snapshot;
import cms.content.snapshot.SnapshotDifference;
import cms.content.snapshot.SnapshotJson;
import cms.format.ContentFile;
import cms.format.ContentPath;
import cms.git.Branch;
import cms.git.CommitId;
import cms.git.Repository;
import cms.git.Tree;
import cms.githost.Hosting;
import cms.platform.compute.Cancellation;
import cms.platform.compute.Outside;
import cms.platform.compute.Turn;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import cms.project.AllowedModels;
import cms.project.Project;
import cms.review.submit.Tip;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The cache of one project: its last snapshots, the times of its entries, its health, and its serialized answers. */
final class ProjectContent {
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
    private final Printed printed = new Printed();
    private final HealthCache health;
    private final SeenFindings findings = new SeenFindings();
    private final ParsedFiles files;

    /** @param grown called with this object after its size has changed */
    ProjectContent(Hosting hosting, SnapshotReader reader, Path historyFile, Consumer<ProjectContent> grown) {
        this.hosting = hosting;
        this.files = reader.files();
        this.history = new EntryHistory(reader.files(), historyFile);
        this.recent = new RecentSnapshots(reader, () -> grown.accept(this), this::forgetParsed);
        this.health = new HealthCache(reader, () -> grown.accept(this));
    }

    /** About how many bytes of the heap this takes. */
    long bytes() {
        return recent.bytes() + health.bytes();
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

    /** The times of its entries. */
    EntryHistory history() {
        return history;
    }

    /** The entity tag of a tip for this caller. It computes no more of the health than tells its findings apart. */
    String entityTag(Project project, Tip tip, SeenBy by) {
        Snapshot snapshot = snapshot(tip.tree());
        Optional<Branch> parked = parked(project, tip);
        return SyncTag.of(by, snapshot, parked, findings(project, tip, by, snapshot, parked), Narrowing.none());
    }

    private Optional<Branch> parked(Project project, Tip tip) {
        return ParkedPush.find(hosting.repository(project.repoFullName()), project.defaultBranch(), tip.commit());
    }

    private String findings(Project project, Tip tip, SeenBy by, Snapshot snapshot, Optional<Branch> parked) {
        if (by.models().isAll()) {
            return "";
        }
        Outside.lock(printing);
        try {
            return findings.of(
                    at(project, tip, parked), by.models(), () -> complete(project, tip, by, snapshot, parked));
        } finally {
            printing.unlock();
        }
    }

    private SeenFindings.At at(Project project, Tip tip, Optional<Branch> parked) {
        return new SeenFindings.At(tip.commit(), parked.isPresent(), hosting.isLeftAlone(project.repoFullName()));
    }

    Snapshot snapshot(Tree tree) {
        return recent.of(tree);
    }

    /** The content of a tree; what is not in memory is read in {@code turn}. */
    Snapshot snapshot(Tree tree, Turn turn) {
        return recent.find(tree.id()).orElseGet(() -> turn.run(() -> recent.of(tree)));
    }

    boolean isConfigured(Tip tip) {
        Snapshot snapshot = snapshot(tip.tree());
        return snapshot.config().isPresent() || snapshot.configUnreadable();
    }

    /** The cached answer of {@link #sync}; empty when there is none, or while another thread is printing. */
    Optional<Synced> printed(Project project, Tip tip, SeenBy by, Narrowing narrowing) {
        Optional<Snapshot> snapshot = recent.find(tip.tree().id());
        if (snapshot.isEmpty() || !printing.tryLock()) {
            return Optional.empty();
        }
        try {
            Optional<Branch> parked = parked(project, tip);
            Optional<String> known =
                    by.models().isAll() ? Optional.of("") : findings.find(at(project, tip, parked), by.models());
            return known.flatMap(found -> printed.find(SyncTag.of(by, snapshot.get(), parked, found, narrowing)));
        } finally {
            printing.unlock();
        }
    }

    Synced sync(Project project, Tip tip, SeenBy by, Narrowing narrowing) {
        history.begin();
        Repository repository = hosting.repository(project.repoFullName());
        Snapshot snapshot = snapshot(tip.tree());
        requireShown(snapshot, by.models(), narrowing);
        Optional<Branch> parked = parked(project, tip);
        Outside.lock(printing);
        try {
            String tag = SyncTag.of(by, snapshot, parked, findings(project, tip, by, snapshot, parked), narrowing);
            Optional<Synced> known = printed.find(tag);
            if (known.isPresent()) {
                return known.get();
            }
            if (health.isEmpty()) {
                // The first time both take long, so each gets a core; the longer one runs on this thread.
                Cancellation.current()
                        .both(
                                () -> health.of(snapshot),
                                () -> json(repository, tip, by, snapshot, narrowing)
                                        .print());
            }
            SnapshotJson json = json(repository, tip, by, snapshot, narrowing);
            Synced fresh = new Synced(tag, json.chunks(complete(project, tip, by, snapshot, parked)));
            // Narrowed answers are put together from printed parts, so they are not cached.
            if (narrowing.isNone()) {
                printed.keep(fresh);
            }
            return fresh;
        } finally {
            printing.unlock();
        }
    }

    private SnapshotJson json(Repository repository, Tip tip, SeenBy by, Snapshot snapshot, Narrowing narrowing) {
        var times = history.at(repository, tip.commit(), snapshot);
        return new SnapshotJson(snapshot, times, by.models(), narrowing, context(repository, tip, by, snapshot));
    }

    /** The members of context.json as of the commit that the caller is shown; that file changes with each landing. */
    private Optional<ObjectNode> context(Repository repository, Tip tip, SeenBy by, Snapshot snapshot) {
        if (by.commit().equals(tip.commit())) {
            return snapshot.context();
        }
        Tree then = repository.tree(by.commit());
        String path = snapshot.paths().context();
        return ContentFile.members(
                then.blob(path).map(blob -> files.read(then, new ContentPath.Context(), path, blob)));
    }

    /**
     * The content at an earlier commit. Such reads are rare: the snapshot is not cached, and the index of times is not
     * changed.
     */
    Synced syncEarlier(Project project, Tip newest, Tip asked, SeenBy by, Narrowing narrowing) {
        Repository repository = hosting.repository(project.repoFullName());
        var times = history.at(repository, newest.commit(), snapshot(newest.tree()));
        Instant then = repository.commit(by.commit()).author().time();
        Snapshot snapshot = snapshot(asked.tree());
        requireShown(snapshot, by.models(), narrowing);
        ProjectHealth found = health.earlier(repository, asked, by.commit(), snapshot);
        SnapshotJson json = new SnapshotJson(
                snapshot,
                EntryHistory.asOf(times, then),
                by.models(),
                narrowing,
                context(repository, asked, by, snapshot));
        String findings = SeenFindings.in(found, by.models());
        return new Synced(SyncTag.of(by, snapshot, Optional.empty(), findings, narrowing), json.chunks(found));
    }

    /** The members of {@code P/health} about the content at the tip, as far as the caller may see it. */
    ObjectNode health(Project project, Tip tip, SeenBy by, AllowedLocales locales, List<HealthItem> more) {
        Optional<Branch> parked = parked(project, tip);
        Snapshot snapshot = snapshot(tip.tree());
        Outside.lock(printing);
        try {
            return json(complete(project, tip, by, snapshot, parked).with(more), by, locales);
        } finally {
            printing.unlock();
        }
    }

    private ProjectHealth complete(Project project, Tip tip, SeenBy by, Snapshot snapshot, Optional<Branch> parked) {
        return health.of(hosting.repository(project.repoFullName()), tip, by.commit(), snapshot)
                .with(ParkedPush.items(parked, by.models()))
                .with(LeftAlone.items(hosting.isLeftAlone(project.repoFullName())));
    }

    /** The members of {@code P/health} about the content of an open change or an earlier commit. */
    ObjectNode healthEarlier(Project project, Tip asked, SeenBy by, AllowedLocales locales) {
        Repository repository = hosting.repository(project.repoFullName());
        return json(health.earlier(repository, asked, by.commit(), snapshot(asked.tree())), by, locales);
    }

    private static ObjectNode json(ProjectHealth health, SeenBy by, AllowedLocales locales) {
        Seen seen = Seen.of(by.models(), locales);
        return health.json(seen, id -> true).put("valid", health.valid(seen));
    }

    /**
     * The differences between the answers of {@code brain/sync} now and at an earlier commit (studio 4.3);
     * {@code reset} is true where the client has to read the whole content again.
     *
     * @param seenTag the entity tag that was answered with {@code since}; empty where the caller did not keep it
     * @param isShown whether the caller was told of {@code since}, and of nothing that is hidden
     */
    ObjectNode changes(Project project, Tip tip, CommitId since, Optional<String> seenTag, SeenBy by, boolean isShown) {
        Repository repository = hosting.repository(project.repoFullName());
        Optional<Branch> parked = parked(project, tip);
        Snapshot after = snapshot(tip.tree());
        String findings = findings(project, tip, by, after, parked);
        ObjectNode json = Json.object()
                .put("since", since.sha())
                .put("commit", by.commit().sha())
                .put("tag", SyncTag.of(by, after, parked, findings, Narrowing.none()));
        if (!isShown || !canCompare(repository, tip.commit(), since, after)) {
            return json.put("reset", true);
        }
        // What is seen is the same at both then, and nothing has to be read to say so.
        Snapshot before = since.equals(by.commit()) ? after : snapshot(repository.tree(since));
        String tagOfThen = SyncTag.of(new SeenBy(by.models(), since), before, Optional.empty(), "", Narrowing.none());
        boolean waited = seenTag.filter(tag -> !SyncTag.same(tag, tagOfThen)).isPresent();
        if (waited && !SyncTag.sameButForPush(seenTag.orElseThrow(), tagOfThen)) {
            return json.put("reset", true);
        }
        ObjectNode all = json.deepCopy().put("reset", false);
        Outside.lock(printing);
        try {
            Instant written = repository.commit(since).author().time();
            var times = history.at(repository, tip.commit(), after);
            new SnapshotDifference(before, after, written, times, by.models()).addTo(all);
            ObjectNode now = validation(after, complete(project, tip, by, after, parked), by.models());
            boolean known = by.models().isAll()
                    ? isKnown(now, since, before)
                    : seenTag.flatMap(SyncTag::findings)
                            .filter(findings::equals)
                            .isPresent();
            if (waited || parked.isPresent() || !known) {
                all.set("schemaValidation", now);
            }
        } finally {
            printing.unlock();
        }
        boolean small = Json.bytes(all).length <= Math.max(CHANGES_BYTES_MIN, after.sourceBytes() / 2);
        return small ? all : json.put("reset", true);
    }

    private boolean isKnown(@Nullable ObjectNode validation, CommitId since, Snapshot before) {
        return health.find(since)
                .filter(was -> Objects.equals(validation(before, was, AllowedModels.all()), validation))
                .isPresent();
    }

    private static @Nullable ObjectNode validation(Snapshot snapshot, ProjectHealth health, AllowedModels models) {
        boolean configured = snapshot.config().isPresent() || snapshot.configUnreadable();
        return configured ? health.json(Seen.of(models, AllowedLocales.all()), id -> true) : null;
    }

    /** Two commits of a project beyond its budget have no room at a time: each would be read anew for the other. */
    private static boolean canCompare(Repository repository, CommitId tip, CommitId since, Snapshot after) {
        try {
            return since.equals(tip) || (!after.isExceeded() && repository.isAncestor(since, tip));
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
