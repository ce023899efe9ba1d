package cms.media.use;

import cms.content.ContentTexts;
import cms.format.ContentBranches;
import cms.git.Branch;
import cms.git.CommitId;
import cms.git.FileChange;
import cms.git.Repository;
import cms.git.Tree;
import cms.githost.Hosting;
import cms.media.use.UseStore.Mark;
import cms.platform.compute.Outside;
import cms.platform.crypto.Hashes;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import cms.platform.jobs.Coalesced;
import cms.project.Project;
import cms.project.ProjectAccess;
import cms.review.Changes;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Gatherers;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The index of uses of assets: follows the branches of each project that has assets, behind the writers. Call
 * {@link #catchUp} before a decision by it.
 */
public final class Uses implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Uses.class);
    private static final int AT_ONCE = 2;
    private static final int DECISIONS_MAX = 5;
    private static final int FILES_AT_ONCE = 16;
    private static final Duration HOST_AGAIN = Duration.ofSeconds(30);

    private final Database database;
    private final Hosting hosting;
    private final ContentTexts texts;
    private final UseStore store = new UseStore();
    private final Map<String, Coalesced<Project>> requests = new ConcurrentHashMap<>();
    /** The tips, in a digest, up to which the branches of a project were followed here, each from where it began. */
    private final Map<String, String> followed = new ConcurrentHashMap<>();

    private final Map<String, ReentrantLock> turns = new ConcurrentHashMap<>();
    private final Semaphore running = new Semaphore(AT_ONCE);
    private final ExecutorService followers = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("media-uses-", 0).factory());

    public Uses(Database database, Hosting hosting, ContentTexts texts) {
        this.database = database;
        this.hosting = hosting;
        this.texts = texts;
    }

    /** Indexes changes from now on; projects for which {@code hasAssets} is false are left out. */
    public void follow(Changes changes, Predicate<String> hasAssets) {
        changes.onMoved(moved -> {
            Project project = moved.project();
            if (moved.branch().equals(ContentBranches.TRUNK) || moved.branch().startsWith(ContentBranches.CHANGES)) {
                request(project, hasAssets);
            }
        });
    }

    private void request(Project project, Predicate<String> hasAssets) {
        Coalesced<Project> request = requests.computeIfAbsent(project.id(), id -> new Coalesced<>());
        if (request.add(project) && !followers.isShutdown()) {
            followers.execute(() -> request.fulfil(wanted -> {
                if (hasAssets.test(wanted.id())) {
                    catchUpQuietly(wanted);
                }
            }));
        }
    }

    private void catchUpQuietly(Project project) {
        running.acquireUninterruptibly();
        try {
            hosting.readingContent("uses " + project.id(), project.repoFullName(), () -> catchUp(project));
        } catch (RuntimeException notNow) {
            LOG.warn(
                    "where the assets of project {} are used cannot be read now; the next write tries again",
                    project.id(),
                    notNow);
        } finally {
            running.release();
        }
    }

    /** The uses that a caller may see, as a condition of a query. */
    public SeenUses seenBy(Tx tx, ProjectAccess place) {
        return SeenUses.by(
                place,
                store.marks(tx, place.project().id()).stream()
                        .map(UseStore.Mark::branch)
                        .toList());
    }

    /** The uses of assets, as of the tips that {@link #catchUp} has indexed. */
    public List<Use> of(Tx tx, String projectId, Collection<String> assetIds) {
        return store.of(tx, projectId, assetIds);
    }

    /** Deletes the uses of a project, and what this instance keeps of them in memory. */
    public void forget(Tx tx, String projectId) {
        store.forgetProject(tx, projectId);
        tx.afterCommit(() -> {
            requests.remove(projectId);
            followed.remove(projectId);
            turns.remove(projectId);
        });
    }

    /**
     * Runs a decision in one transaction, on the index brought to the tips of the branches, and no other decision of
     * this project meanwhile. What lands while branches are indexed is indexed before the decision, too.
     *
     * @param regardless whether the decision is the same whatever uses there are
     * @throws Failure CONFLICT when branches moved each of five times; UNAVAILABLE when another instance has indexed
     *     commits that the Git host does not give now
     */
    public void decide(Project project, boolean regardless, Consumer<Tx> decision) {
        requireIndexed(project, regardless); // before the turn, as the host may be asked
        ReentrantLock turn = turn(project);
        try {
            for (int tries = 0; tries < DECISIONS_MAX; tries++) {
                if (database.write(tx -> decideNow(tx, project, regardless, decision))) {
                    return;
                }
                requireIndexed(project, regardless);
            }
        } finally {
            turn.unlock();
        }
        throw Failure.conflict("Others are changing content all the time; try again.");
    }

    private void requireIndexed(Project project, boolean regardless) {
        if (!tryCatchUp(project) && !regardless) {
            throw Failure.unavailable("Where assets are used cannot be read from the Git host now; try again.")
                    .withRetryAfter(HOST_AGAIN);
        }
    }

    /** Runs a decision, unless a branch has moved since it was indexed. */
    private boolean decideNow(Tx tx, Project project, boolean regardless, Consumer<Tx> decision) {
        if (!regardless && !isIndexed(tx, project, tips(project))) {
            return false;
        }
        decision.accept(tx);
        return true;
    }

    private boolean isIndexed(Tx tx, Project project, Map<String, String> tips) {
        Map<String, String> indexed = new HashMap<>();
        store.marks(tx, project.id()).forEach(mark -> indexed.put(mark.branch(), mark.commit()));
        return tips.isEmpty() || indexed.equals(tips);
    }

    /** The tips of the branches that are indexed; none of a repository without content. */
    private Map<String, String> tips(Project project) {
        Map<String, String> tips = new HashMap<>();
        Optional<Repository> repository = hosting.find(project.repoFullName());
        repository.flatMap(found -> found.tip(ContentBranches.TRUNK)).ifPresent(trunk -> {
            tips.put(ContentBranches.TRUNK, trunk.sha());
            repository
                    .get()
                    .branches(ContentBranches.CHANGES)
                    .forEach(branch -> tips.put(branch.name(), branch.tip().sha()));
        });
        return tips;
    }

    private static String digest(Map<String, String> tips) {
        return Hashes.sha256Hex(new TreeMap<>(tips).toString());
    }

    private ReentrantLock turn(Project project) {
        ReentrantLock turn = turns.computeIfAbsent(project.id(), id -> new ReentrantLock());
        Outside.lock(turn);
        return turn;
    }

    /**
     * Indexes the branches up to their present tips; returns without a lock when they are indexed. Nothing is indexed
     * while another instance has indexed commits that cannot be fetched here now: what is stored is newer.
     */
    public void catchUp(Project project) {
        tryCatchUp(project);
    }

    /** As {@link #catchUp}; false while nothing is indexed because what is stored is newer. */
    private boolean tryCatchUp(Project project) {
        if (isFollowed(project, tips(project))) {
            return true;
        }
        if (lacksIndexed(project)) {
            return false;
        }
        indexBranches(project);
        return true;
    }

    private void indexBranches(Project project) {
        String tips = digest(tips(project));
        ReentrantLock turn = turn(project);
        try {
            Optional<Repository> found = hosting.find(project.repoFullName());
            if (found.isEmpty()) {
                return;
            }
            Repository repository = found.get();
            Optional<CommitId> trunk = repository.tip(ContentBranches.TRUNK);
            Map<String, Mark> marks = new HashMap<>();
            database.read(tx -> store.marks(tx, project.id())).forEach(mark -> marks.put(mark.branch(), mark));
            Set<String> there = new HashSet<>();
            if (trunk.isPresent()) {
                there.add(ContentBranches.TRUNK);
                followTrunk(project, repository, trunk.get(), marks.get(ContentBranches.TRUNK));
                for (Branch branch : repository.branches(ContentBranches.CHANGES)) {
                    there.add(branch.name());
                    followChange(project, repository, trunk.get(), branch, marks.get(branch.name()));
                }
                followed.put(project.id(), tips);
            }
            marks.keySet().stream()
                    .filter(branch -> !there.contains(branch))
                    .forEach(gone -> forgetBranch(project, gone));
        } finally {
            turn.unlock();
        }
    }

    private boolean isFollowed(Project project, Map<String, String> tips) {
        return digest(tips).equals(followed.get(project.id())) && database.read(tx -> isIndexed(tx, project, tips));
    }

    private boolean lacksIndexed(Project project) {
        Optional<Repository> mirror = hosting.find(project.repoFullName())
                .filter(repository -> repository.remote().isPresent());
        List<Mark> marks = mirror.isEmpty() ? List.of() : database.read(tx -> store.marks(tx, project.id()));
        return mirror.filter(repository -> new IndexedCommits(repository).areMissing(marks))
                .isPresent();
    }

    private void followTrunk(Project project, Repository repository, CommitId tip, @Nullable Mark mark) {
        if (mark != null && mark.commit().equals(tip.sha())) {
            return;
        }
        IndexedCommits indexed = new IndexedCommits(repository);
        Optional<Tree> before = mark == null ? Optional.empty() : indexed.tree(mark.commit());
        Tree after = repository.tree(tip);
        List<FileChange> changes = repository.diff(before.orElseGet(repository::emptyTree), after);
        // The files of a moved model are unchanged, so a change of models indexes everything.
        boolean modelsChanged = before.isPresent()
                && changes.stream().anyMatch(change -> change.path().startsWith(ContentTexts.modelsFolder(project)));
        List<FileChange> looked = modelsChanged ? repository.diff(repository.emptyTree(), after) : changes;
        boolean whole = before.isEmpty() || modelsChanged;
        index(project, after, ContentBranches.TRUNK, looked, whole);
        mark(project, new Mark(ContentBranches.TRUNK, tip.sha(), ""));
    }

    /** Indexes the files of a change that differ from the commit where it began. */
    private void followChange(
            Project project, Repository repository, CommitId trunk, Branch branch, @Nullable Mark mark) {
        CommitId tip = branch.tip();
        String base = repository.mergeBase(trunk, tip).map(CommitId::sha).orElse("");
        if (mark != null && mark.commit().equals(tip.sha()) && mark.base().equals(base)) {
            return;
        }
        Tree before = new IndexedCommits(repository).tree(base).orElseGet(repository::emptyTree);
        Tree after = repository.tree(tip);
        index(project, after, branch.name(), repository.diff(before, after), true);
        mark(project, new Mark(branch.name(), tip.sha(), base));
    }

    private void forgetBranch(Project project, String branch) {
        new UseRows(database, project.id(), branch).finishWhole();
        database.writing(tx -> store.removeMark(tx, project.id(), branch));
    }

    /** Written after the rows: after a crash between them the branch is indexed anew. */
    private void mark(Project project, Mark mark) {
        database.writing(tx -> store.put(tx, project.id(), mark));
    }

    /**
     * Indexes changed files; one that was deleted uses nothing.
     *
     * @param whole whether they are all that the branch has
     */
    private void index(Project project, Tree tree, String branch, List<FileChange> changes, boolean whole) {
        UseRows rows = new UseRows(database, project.id(), branch);
        changes.stream()
                .map(FileChange::path)
                .distinct()
                .gather(Gatherers.windowFixed(FILES_AT_ONCE))
                .forEach(paths -> texts.of(project, tree, paths, text -> text.contains("media/"))
                        .forEach((path, found) -> rows.replace(path, NamedAssets.in(found, branch))));
        if (whole) {
            rows.finishWhole();
        } else {
            rows.finish();
        }
    }

    @Override
    public void close() {
        followers.shutdown();
    }
}
