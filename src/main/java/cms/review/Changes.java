package cms.review;

import cms.access.Author;
import cms.format.ContentBranches;
import cms.git.Branch;
import cms.git.CommitId;
import cms.git.RefChange;
import cms.githost.Hosting;
import cms.plan.Plans;
import cms.platform.compute.Turn;
import cms.platform.crypto.Proofs;
import cms.platform.db.Database;
import cms.platform.events.Announcements;
import cms.platform.failure.Failure;
import cms.platform.http.Routes;
import cms.project.AllowedModels;
import cms.project.Project;
import cms.project.ProjectConnected;
import cms.project.Projects;
import cms.review.branch.OpenChanges;
import cms.review.history.CommitProof;
import cms.review.history.IdempotencyIndex;
import cms.review.history.NotedWrites;
import cms.review.journal.Announcer;
import cms.review.journal.HostChanges;
import cms.review.journal.MissedHostChanges;
import cms.review.journal.Pushes;
import cms.review.submit.BranchTopic;
import cms.review.submit.ChangeOptions;
import cms.review.submit.ContextSource;
import cms.review.submit.Draft;
import cms.review.submit.LandingRule;
import cms.review.submit.SubmitOutcome;
import cms.review.submit.Tip;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The door of review: every change of a project's repository goes through here. */
public final class Changes implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Changes.class);
    /** Time after which landed branches are removed automatically (reference 3.4). */
    private static final Duration KEPT_WHEN_LANDED = Duration.ofDays(30);

    /** The services that this room stores, announces, proves commits and measures with. */
    public record ReviewServices(
            Database database, Announcements announcements, Proofs proofs, MeterRegistry metrics) {}

    private final Projects projects;
    private final Hosting hosting;
    private final InstantSource clock;
    private final CommitProof proof;
    private final TrunkWriter writer;
    private final Submissions submissions;
    // Seen by the tests of the package: here a decision is made without what Reviews checks before it.
    final ChangeDecisions decisions;
    final VisibleCommits commits;
    private final Announcer announcer;
    private final HostChanges hostChanges;
    private final Reviews reviews;

    public Changes(Projects projects, Hosting hosting, Plans plans, ReviewServices storage, InstantSource clock) {
        this.projects = projects;
        this.hosting = hosting;
        this.clock = clock;
        this.proof = new CommitProof(storage.proofs());
        this.writer = new TrunkWriter(hosting, proof, clock, storage.metrics());
        this.commits = new VisibleCommits(writer, proof, new HostLooks(hosting, clock));
        IdempotencyIndex idempotency = new IdempotencyIndex(proof);
        NotedWrites noted = new NotedWrites(storage.database(), clock);
        this.submissions = new Submissions(projects, plans, writer, idempotency, proof, noted);
        this.announcer = new Announcer(
                projects,
                hosting,
                storage.database(),
                storage.announcements(),
                proof,
                (project, fact) -> ModelRenamed.withNews(hosting, project, fact));
        this.decisions = new ChangeDecisions(writer, idempotency, proof, noted, announcer);
        this.reviews = new Reviews(writer, commits, submissions, decisions, proof);
        this.hostChanges = new HostChanges(projects, proof, clock);
        ModelRenamed.followedBy(Projects.MODELS_OF_MEMBERS, storage.announcements());
        onMoved(moved -> announcer.moved(moved.project().repoFullName()));
        hosting.onFollowed((mirror, moved) -> pushed(mirror.fullName(), hostChanges.followed(mirror, moved)));
        Consumer<ProjectConnected> begin =
                connected -> projects.find(connected.projectId()).ifPresent(writer::begin);
        storage.announcements().after(ProjectConnected.class, "review.connected", ProjectConnected::projectId, begin);
    }

    /** Announces what the last run of the service could not; called once every room listens. */
    public void start() {
        announcer.start();
        List<String> repositories =
                projects.all().stream().map(Project::repoFullName).toList();
        new MissedHostChanges(hosting, hostChanges).begin(repositories, this::pushed);
    }

    /** Announces at once every move in these repositories whose request has been answered. */
    public void publishPending(Collection<String> repositories) {
        announcer.publishPending(repositories);
    }

    @Override
    public void close() {
        announcer.close();
    }

    /** The events of projects, from any position on. */
    public News news() {
        return new News(hosting, proof);
    }

    /** The record of pushes of Git. */
    Pushes pushes() {
        return new Pushes(proof, clock, writer::findings);
    }

    public void routes(Routes routes) {
        new ReviewRoutes(reviews, projects.access()).mount(routes);
    }

    /** The operations on open changes and landed content, for every caller. */
    public Reviews reviews() {
        return reviews;
    }

    /** Lets {@code content} make context.json; without a source no such file is written. */
    public void contextBy(ContextSource source) {
        writer.contextBy(source);
    }

    /** Adds a listener that is called for every branch that moves from now on. */
    public void onMoved(Moved.MoveListener listener) {
        writer.onMoved(listener);
    }

    /** The newest state that content is read from; creates {@code cms} and takes in the default branch when needed. */
    public Tip sync(Project project) {
        return writer.sync(project);
    }

    /**
     * Stores a change on a new {@code cr/*} branch and lands it when the rule allows it, all refs in one move.
     *
     * @param work computes the draft over the newest tip, while no other write runs on this repository; it has no side
     *     effects, and an exception from it undoes everything
     * @throws Failure CONFLICT when the options name a base and values clash
     */
    public <R> SubmitOutcome<R> submit(
            Project project,
            Author author,
            BranchTopic topic,
            LandingRule rule,
            ChangeOptions options,
            Function<Tip, Draft<R>> work) {
        return submissions.submit(project, author, topic, rule, options, work);
    }

    /**
     * The content at {@code cms}, the default branch, an open change or a commit of them; {@code NOT_FOUND} elsewhere,
     * for an open change that the caller may not see, and for a commit that the caller is not told of.
     */
    public Tip at(Project project, String at, AllowedModels allowed) {
        return commits.at(project, at, allowed);
    }

    /**
     * The newest commit, from this one back, that changed anything the caller may see: the commit that a caller with a
     * list of models is shown in place of {@code commit}. {@code commit} itself for a caller who may see all models.
     */
    public CommitId newestSeen(Project project, CommitId commit, AllowedModels allowed) {
        return commits.newest(project, commit, allowed);
    }

    /** As {@link #newestSeen(Project, CommitId, AllowedModels)}; what is not cached is looked for in {@code turn}. */
    public CommitId newestSeen(Project project, CommitId commit, AllowedModels allowed, Turn turn) {
        return knownNewestSeen(project, commit, allowed)
                .orElseGet(() -> turn.run(() -> newestSeen(project, commit, allowed)));
    }

    /** The cached answer of {@link #newestSeen(Project, CommitId, AllowedModels)}; empty when there is none. */
    public Optional<CommitId> knownNewestSeen(Project project, CommitId commit, AllowedModels allowed) {
        return commits.findNewest(project, commit, allowed);
    }

    /** Whether the caller is told of a commit now; true for a caller who may see all models. */
    public boolean isVisible(Project project, CommitId commit, AllowedModels allowed) {
        return commits.isVisible(project, commit, allowed);
    }

    /** Whether the caller is or was told of a commit, and so may name it; true for a caller who may see all models. */
    public boolean mayName(Project project, CommitId commit, AllowedModels allowed) {
        return commits.mayName(project, commit, allowed);
    }

    /**
     * Whether this instance's copy may lack a commit that the caller was told of, also after the Git host was asked.
     * False where the repository is no copy, and where the host has just told everything: a commit that is not there is
     * gone. One that the caller may not name is lacking, whether or not it is there.
     */
    public boolean isBehind(Project project, CommitId commit, AllowedModels allowed) {
        return commits.isBehind(project, commit, allowed);
    }

    /** The open changes by name; a caller with a list of models sees only those about them. */
    public List<Branch> branches(Project project, AllowedModels allowed) {
        return opened(project).visible(allowed);
    }

    /** The state of the open changes that the caller may see; a caller with a list of models sees no parked push. */
    public BranchHealth health(Project project, AllowedModels allowed) {
        return BranchHealth.of(opened(project), allowed, clock.instant());
    }

    /** Moves the default branch up to {@code cms} where it could not follow a landing. */
    void catchUp(Project project) {
        if (!opened(project).defaultBranchState().equals("current")) {
            writer.write(project, (trunk, writing) -> trunk.catchUp());
        }
    }

    /** Removes landed changes of every project that were opened a month ago or more; called regularly. */
    public void cleanUpOld() {
        decisions.forgetOld();
        Instant before = clock.instant().minus(KEPT_WHEN_LANDED);
        everywhere(
                "clean up",
                "landed changes could not be removed",
                project -> decisions.delete(project, opened(project).mergedFromBefore(before)));
    }

    /** Tries again to bring up every default branch that could not follow, also by pull request; called regularly. */
    public void proposeAgain() {
        everywhere("propose", "the default branch could not be brought up", project -> {
            catchUp(project);
            writer.proposal(project);
        });
    }

    /** Works on each project under a mark, so that a repository that ends the process does not do so each time. */
    private void everywhere(String job, String failure, Consumer<Project> work) {
        for (Project project : projects.all()) {
            try {
                hosting.reading(job + " " + project.id(), project.repoFullName(), () -> work.accept(project));
            } catch (RuntimeException failed) {
                LOG.warn("{}: {}", project.id(), failure, failed);
            }
        }
    }

    /** A push to a repository, here or on the remote host that it is a mirror of. */
    void pushed(String repository, List<RefChange> moved) {
        for (Project project : projects.onRepository(repository)) {
            pushed(project, Moved.pushed(project, moved));
        }
    }

    /** Calls the listeners with a push, and merges what it brought to {@code cms} and the default branch. */
    void pushed(Project project, List<Moved> pushes) {
        writer.notifyMoved(pushes);
        boolean content = pushes.stream()
                .anyMatch(move -> move.branch().equals(project.defaultBranch())
                        || move.branch().equals(ContentBranches.TRUNK));
        if (content) {
            writer.write(project, (trunk, writing) -> trunk.catchUp());
        }
    }

    private OpenChanges opened(Project project) {
        return writer.opened(project);
    }
}
