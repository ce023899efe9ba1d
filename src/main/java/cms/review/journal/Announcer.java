package cms.review.journal;

import cms.format.ContentBranches;
import cms.git.Branch;
import cms.git.Repository;
import cms.githost.Hosting;
import cms.platform.compute.Outside;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.events.Announcements;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.jobs.Ticker;
import cms.project.Project;
import cms.project.ProjectConnected;
import cms.project.ProjectDeleted;
import cms.project.Projects;
import cms.review.history.CommitProof;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Announces what has happened to projects by their commits, in the transaction that notes the position up to which they
 * were read.
 *
 * <p>No write waits for that: moves are gathered for a moment and published together, and moves that a crash leaves
 * unpublished are published at the next start.
 */
public final class Announcer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Announcer.class);
    private static final long GATHER_MILLIS = 150;
    private static final Duration STOP_WITHIN = Duration.ofSeconds(2);
    private static final Duration PENDING_WAIT = Duration.ofSeconds(4);
    private static final long AGAIN_MILLIS = 5_000;
    private static final int FACTS_A_TRANSACTION = 500;
    private static final int COMMITS_MAX = 200_000;
    private static final int TURNS = 64;

    private final Projects projects;
    private final Hosting hosting;
    private final Database database;
    private final Announcements announcements;
    private final CommitProof proof;
    private final BiFunction<Project, Fact, List<Record>> news;
    private final CursorStore cursors;
    private final ReplicaLag lag;
    private final Set<String> waiting = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean asked = new AtomicBoolean();
    private final List<ReentrantLock> turns =
            Stream.generate(ReentrantLock::new).limit(TURNS).toList();
    private final Ticker ticker = Ticker.inTurn("announcer");
    private volatile boolean replaying;

    /** A fact and its announcements. */
    private record Announced(Fact fact, List<Record> records) {}

    /** @param news makes the announcements of a fact, before the transaction that publishes them */
    public Announcer(
            Projects projects,
            Hosting hosting,
            Database database,
            Announcements announcements,
            CommitProof proof,
            BiFunction<Project, Fact, List<Record>> news) {
        this.projects = projects;
        this.hosting = hosting;
        this.database = database;
        this.announcements = announcements;
        this.proof = proof;
        this.news = news;
        this.cursors = new CursorStore(hosting.instance());
        this.lag = new ReplicaLag(hosting, this::moved, this::later);
        announcements.within(ProjectConnected.class, this::begin);
        announcements.within(ProjectDeleted.class, (tx, gone) -> cursors.delete(tx, gone.projectId()));
    }

    /** Publishes what the last run of the service could not; called once every room listens. */
    public void start() {
        replaying = true;
        ticker.once(0, () -> {
            List<Project> all = List.of();
            try {
                all = projects.all();
                all.forEach(project -> inTurn(project.repoFullName(), () -> publishQuietly(project)));
            } finally {
                replaying = false;
            }
            all.forEach(this::noteOpen);
        });
    }

    /** A branch of the repository moved; the announcement follows within a moment. */
    public void moved(String repoFullName) {
        waiting.add(repoFullName);
        if (asked.compareAndSet(false, true)) {
            ticker.once(GATHER_MILLIS, this::publishWaiting);
        }
    }

    /** Notes that this instance is about to end a change on a remote host, so that no other instance announces it. */
    public void willEnd(Project project, String branch, Instant now) {
        database.writing(tx -> cursors.willEnd(tx, project.id(), branch, now.toEpochMilli()));
    }

    /** Takes that note back, where the change was not ended. */
    public void willNotEnd(Project project, String branch) {
        database.writing(tx -> cursors.willNotEnd(tx, project.id(), branch));
    }

    /**
     * Publishes what has moved in these repositories at once: afterwards every move in them whose request has been
     * answered before is announced. While much is published of others, that is given up after some seconds.
     */
    public void publishPending(Collection<String> repositories) {
        long until = System.nanoTime() + PENDING_WAIT.toNanos();
        for (String repository : repositories) {
            ReentrantLock turn = turn(repository);
            boolean isAsked = replaying || waiting.contains(repository) || turn.isLocked();
            if (isAsked && Outside.waiting(() -> isMine(turn, until))) {
                try {
                    if (replaying || waiting.contains(repository)) {
                        publishWaiting(repository);
                    }
                } finally {
                    turn.unlock();
                }
            }
        }
    }

    private static boolean isMine(ReentrantLock turn, long until) {
        try {
            return turn.tryLock(Math.max(0, until - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw Failure.unavailable("The service is stopping; repeat the request.");
        }
    }

    /** The turn to publish what has moved in a repository, which it may share with some others. */
    private ReentrantLock turn(String repository) {
        return turns.get(Math.floorMod(repository.hashCode(), turns.size()));
    }

    @Override
    public void close() {
        if (ticker.end(STOP_WITHIN)) {
            publishWaiting();
        } else {
            LOG.warn("events were still being published at the stop; the rest is published at the next start");
        }
    }

    private void publishWaiting() {
        asked.set(false);
        List.copyOf(waiting).forEach(this::publishWaiting);
    }

    private void publishWaiting(String repository) {
        inTurn(repository, () -> {
            waiting.remove(repository);
            try {
                projects.onRepository(repository).forEach(this::publishQuietly);
            } catch (RuntimeException | Error failed) {
                LOG.warn("the projects of {} could not be read; this is tried again", repository, failed);
                later(repository);
            }
        });
    }

    private void inTurn(String repository, Runnable work) {
        ReentrantLock turn = turn(repository);
        turn.lock();
        try {
            work.run();
        } finally {
            turn.unlock();
        }
    }

    private void publishQuietly(Project project) {
        try {
            hosting.readingContent("tell " + project.id(), project.repoFullName(), () -> publishAll(project));
        } catch (RuntimeException | Error failed) {
            LOG.warn("events of {} could not be published; this is tried again", project.id(), failed);
            later(project.repoFullName());
        }
    }

    /**
     * Notes which changes are open, so that an instance that meets them first does not take them for news: those of
     * before a version that kept it (decision 175).
     */
    private void noteOpen(Project project) {
        try {
            if (hosting.isReady(project.repoFullName())) {
                List<Branch> open = openAtHost(hosting.repository(project.repoFullName()));
                if (!open.isEmpty()) {
                    database.writing(tx -> {
                        if (cursors.find(tx, project.id()).isPresent()) { // the project was not deleted since
                            cursors.noteOpen(tx, project.id(), open);
                        }
                    });
                }
            }
        } catch (RuntimeException failed) {
            LOG.warn("open changes of {} could not be noted; the next start tries again", project.id(), failed);
        }
    }

    /** The open changes on a remote host, of which each instance has a journal of its own. */
    private static List<Branch> openAtHost(Repository repository) {
        return repository.remote().isPresent() ? repository.branches(ContentBranches.CHANGES) : List.of();
    }

    private void publishAll(Project project) {
        boolean more = true;
        while (more) {
            more = publish(project);
        }
    }

    private void later(String repository) {
        waiting.add(repository);
        ticker.once(AGAIN_MILLIS, this::publishWaiting);
    }

    /** True when there is more to publish. */
    private boolean publish(Project project) {
        Repository repository = hosting.repository(project.repoFullName());
        Optional<JournalPosition> known = database.read(tx -> cursors.find(tx, project.id()));
        if (known.isEmpty()) {
            JournalPosition now = JournalPosition.now(repository, project.defaultBranch());
            List<Branch> open = openAtHost(repository);
            database.writing(tx -> cursors.begin(tx, project.id(), now, open));
            return false;
        }
        JournalPosition from = known.get();
        if (lag.isBehind(project, repository, from)) {
            return false;
        }
        List<Fact> facts = facts(project, repository, from);
        if (facts.isEmpty()) {
            return false;
        }
        List<Announced> first = facts.subList(0, end(facts)).stream()
                .map(fact -> new Announced(fact, news.apply(project, fact)))
                .toList();
        boolean published = database.write(tx -> {
            boolean mine =
                    cursors.move(tx, project.id(), from, first.getLast().fact().then());
            if (mine) {
                first.stream()
                        .filter(next -> !isInEachJournal(repository, next.fact())
                                || cursors.isFirst(tx, project.id(), next.fact()))
                        .flatMap(next -> next.records().stream())
                        .forEach(record -> announcements.announce(tx, record));
            }
            return mine;
        });
        // Another, faster instance has published a part, without facts that only this journal has.
        return !published || first.size() < facts.size();
    }

    /** Whether every instance has the fact in its journal, as for changes on a remote host; only one announces it. */
    private static boolean isInEachJournal(Repository repository, Fact fact) {
        return switch (fact.kind()) {
            case OPENED, UPDATED, LANDED, REJECTED -> repository.remote().isPresent();
            case REMOVED, PUSHED -> HostChanges.isFromHost(fact.by());
            case SAVED, CONTENT, MAIN -> false;
        };
    }

    private List<Fact> facts(Project project, Repository repository, JournalPosition from) {
        try {
            return new Facts(repository, proof, project.id(), project.defaultBranch()).since(from, COMMITS_MAX);
        } catch (Failure failed) {
            if (failed.kind() != FailureKind.NOT_FOUND) {
                throw failed;
            }
            LOG.warn(
                    "{} has another history than the one that was published; it is published from now on",
                    project.id());
            JournalPosition now = JournalPosition.now(repository, project.defaultBranch());
            database.writing(tx -> cursors.move(tx, project.id(), from, now));
            return List.of();
        }
    }

    /** How many facts one transaction publishes: few enough that it is short, and all facts of a commit together. */
    private static int end(List<Fact> facts) {
        int end = Math.min(facts.size(), FACTS_A_TRANSACTION);
        while (end < facts.size()
                && facts.get(end).source().equals(facts.get(end - 1).source())) {
            end++;
        }
        return end;
    }

    /**
     * Starts a new project at the present position of its repository, so that earlier commits are not announced. A
     * repository that is still being fetched gets its position when it is first read: no transaction waits for a Git
     * host.
     */
    private void begin(Tx tx, ProjectConnected connected) {
        projects.find(tx, connected.projectId())
                .filter(project -> hosting.isReady(project.repoFullName()))
                .ifPresent(project -> {
                    Repository repository = hosting.repository(project.repoFullName());
                    JournalPosition now = JournalPosition.now(repository, project.defaultBranch());
                    cursors.begin(tx, project.id(), now, openAtHost(repository));
                });
    }
}
