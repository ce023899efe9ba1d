package cms.review;

import cms.format.ContentPaths;
import cms.format.ContextFile;
import cms.git.Branch;
import cms.git.Commit;
import cms.git.CommitId;
import cms.git.Repository;
import cms.git.Tree;
import cms.git.Writing;
import cms.githost.Hosting;
import cms.plan.Feature;
import cms.plan.Plans;
import cms.platform.db.Database;
import cms.platform.events.Announcements;
import cms.platform.failure.Failure;
import cms.platform.http.Routes;
import cms.platform.repeats.RepeatMark;
import cms.project.AllowedModels;
import cms.project.Project;
import cms.project.Projects;
import cms.review.branch.BranchNames;
import cms.review.branch.OpenChanges;
import cms.review.history.Chronicle;
import cms.review.history.RepeatIndex;
import cms.review.history.Reversal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The door of review: every change of a project's repository goes through here. */
public final class Changes {
    private static final Logger LOG = LoggerFactory.getLogger(Changes.class);

    /** How long landed branches stay before they are removed by themselves (reference 3.4). */
    private static final Duration KEPT_WHEN_LANDED = Duration.ofDays(30);

    private static final int SHORT_SHA = 7;

    /**
     * What a merge came to (spec 4.8).
     *
     * @param sha the merge commit on {@code cms}
     * @param pullRequestUrl null unless a pull request was opened on a remote host
     */
    public record Landed(
            boolean merged, CommitId sha, @Nullable String pullRequestUrl) {}

    /** What bringing {@code cms} into a change came to; {@code sha} is its tip. */
    public record Updated(boolean updated, CommitId sha) {}

    /** Makes context.json anew for each landing; implemented by {@code content}, which alone can count entries. */
    @FunctionalInterface
    public interface ContextSource {
        /**
         * The bytes of the file for the merged tree; empty leaves it as it is (no data directory).
         *
         * <p>It runs inside the repository's single write: computation over the two trees, no waiting.
         *
         * @param before the files of {@code cms} before this landing, whose context.json counts as known
         * @param operation the change that lands, with the instant of its landing
         */
        Optional<byte[]> context(Project project, Tree before, Tree merged, ContextFile.Operation operation);
    }

    private final Projects projects;
    private final Hosting hosting;
    private final Plans plans;
    private final InstantSource clock;
    private final Database database;
    private final Announcements announcements;
    private final BranchNames names = new BranchNames();
    private final RepeatIndex repeats = new RepeatIndex();
    private final TrunkWriter writer;

    public Changes(
            Projects projects,
            Hosting hosting,
            Plans plans,
            Database database,
            Announcements announcements,
            InstantSource clock) {
        this.database = database;
        this.announcements = announcements;
        this.projects = projects;
        this.hosting = hosting;
        this.plans = plans;
        this.clock = clock;
        this.writer = new TrunkWriter(hosting, clock);
    }

    public void routes(Routes routes) {
        new ReviewRoutes(this, projects.access()).mount(routes);
    }

    /** Lets {@code content} make context.json; without a source no such file is written. */
    public void contextBy(ContextSource source) {
        writer.contextBy(source);
    }

    /** Hears of every branch that moves from now on. */
    public void onMoved(Moved.Listener listener) {
        writer.onMoved(listener);
    }

    /**
     * The newest state that content is read from; creates {@code cms} and takes in the default branch when needed.
     */
    public Tip sync(Project project) {
        return writer.sync(project);
    }

    /**
     * Stores a change on a new {@code cr/*} branch and lands it when the rule says so, all refs in one move.
     *
     * @param work called with the newest tip, alone on this repository; it only computes, and what it throws undoes all
     */
    public <R> Outcome<R> submit(
            Project project, Actor actor, BranchTopic topic, LandingRule rule, Function<Tip, Draft<R>> work) {
        return submit(project, actor, topic, rule, Terms.none(), work);
    }

    /** The same on terms of the caller; fails with {@code CONFLICT} when a base is given and values clash. */
    public <R> Outcome<R> submit(
            Project project,
            Actor actor,
            BranchTopic topic,
            LandingRule rule,
            Terms terms,
            Function<Tip, Draft<R>> work) {
        return store(project, submission(project, actor, topic, rule, terms), (writing, tip) -> work.apply(tip));
    }

    /**
     * Undoes what a commit (one that this project reaches) changed, on a branch of its own that lands by the workflow.
     */
    Change revert(Project project, CommitId commit, Closing.Verdict verdict) {
        Repository repository = hosting.repository(project.repoFullName());
        var reversal = new Reversal(
                ContentPaths.under(project.contentRoot()), commit, verdict.allowed(), verdict.resolutions());
        Optional<String> model = reversal.model(repository);
        BranchTopic topic = model.map(BranchTopic::content)
                .orElseGet(() -> new BranchTopic(List.of("revert", commit.sha().substring(0, SHORT_SHA))));
        Operation operation = new Operation("revert", model.orElse(""), "", List.of());
        String message = "cms: undo \"" + repository.commit(commit).subject() + "\"";
        Submission submission = submission(project, verdict.actor(), topic, LandingRule.BY_WORKFLOW, Terms.none());
        Outcome<CommitId> outcome = store(
                project,
                submission,
                (writing, tip) -> reversal.over(writing, tip.tree())
                        .<Draft<CommitId>>map(files -> new Draft.Write<>(files, message, operation, commit))
                        .orElseGet(() -> new Draft.Refusal<>(commit)));
        return switch (outcome) {
            case Outcome.Submitted<CommitId> submitted -> submitted.change();
            case Outcome.Refused<CommitId> refused -> throw Failure.conflict("Nothing of this change is left to undo.");
        };
    }

    private Submission submission(Project project, Actor actor, BranchTopic topic, LandingRule rule, Terms terms) {
        boolean reviewOnPlan = plans.allows(projects.workspaceOf(project).plan(), Feature.WORKFLOW_REVIEW);
        return new Submission(project, actor, topic, rule, terms, reviewOnPlan, RepeatMark.next());
    }

    private <R> Outcome<R> store(Project project, Submission submission, BiFunction<Writing, Tip, Draft<R>> work) {
        Repository repository = hosting.repository(project.repoFullName());
        Optional<Commit> made = madeBefore(repository, submission.mark());
        if (made.isPresent()) {
            return again(project, repository, submission, made.get(), work);
        }
        Submission.Stored<R> stored =
                writer.write(project, (trunk, writing) -> submission.run(trunk, writing, names, clock.instant(), work));
        String branch = stored.branch();
        CommitId id = stored.commit();
        if (branch == null || id == null) {
            return new Outcome.Refused<>(stored.report());
        }
        Commit commit = repository.commit(id);
        Tip tip = new Tip(stored.tip(), repository.tree(stored.tip()));
        Change change = new Change(branch, commit, stored.diff(), stored.merged(), stored.workflow(), null, tip);
        return new Outcome.Submitted<>(change, stored.report());
    }

    /** The commit that this request made when it was sent before, although nobody could note the answer. */
    private Optional<Commit> madeBefore(Repository repository, Optional<RepeatMark.Write> mark) {
        Optional<Commit> found = mark.flatMap(known -> repeats.find(repository, known.write(), clock.instant()))
                .map(repository::commit);
        found.ifPresent(commit -> Trailers.requireSameContent(commit.message(), mark.orElseThrow()));
        return found;
    }

    /** The outcome of a write that is in Git already, told from its commit. */
    private <R> Outcome<R> again(
            Project project,
            Repository repository,
            Submission submission,
            Commit commit,
            BiFunction<Writing, Tip, Draft<R>> work) {
        CommitId parent = commit.parents().getFirst();
        R report = repository.write(writing -> submission.reportOn(writing, parent, work));
        CommitId cms = sync(project).commit();
        Change change = new Change(
                Trailers.branch(commit.message()),
                commit,
                repository.diff(parent, commit.id()),
                repository.isAncestor(commit.id(), cms),
                submission.workflow(repository.tree(parent)),
                null,
                new Tip(cms, repository.tree(cms)));
        return new Outcome.Submitted<>(change, report);
    }

    /** The content at {@code cms}, the default branch, an open change or a commit of them; {@code NOT_FOUND} elsewhere. */
    public Tip at(Project project, String at) {
        Repository repository = hosting.repository(project.repoFullName());
        CommitId commit = opened(project)
                .resolve(at)
                .orElseThrow(() -> Failure.notFound("`at` is no branch and no commit of this project."));
        return new Tip(commit, repository.tree(commit));
    }

    /** What has landed, newest first; a landing that the caller may see nothing of is left out. */
    Chronicle chronicle(Project project, AllowedModels allowed) {
        Repository repository = hosting.repository(project.repoFullName());
        return new Chronicle(repository, ContentPaths.under(project.contentRoot()), allowed);
    }

    /** The open changes by name; a caller with a list of models sees only those about them. */
    public List<Branch> branches(Project project, AllowedModels allowed) {
        return hosting.repository(project.repoFullName()).branches(BranchNames.PREFIX).stream()
                .filter(branch -> allowed.isAll()
                        || BranchNames.model(branch.name())
                                .filter(allowed::allows)
                                .isPresent())
                .toList();
    }

    /** How many changes wait, and whether a push does. */
    public BranchHealth health(Project project) {
        OpenChanges open = opened(project);
        return new BranchHealth(open.openCount(), open.parkedPush(), clock.instant());
    }

    /** What a change differs in from {@code cms}, as far as the caller may see it. */
    OpenChanges.Difference diff(Project project, String branch, AllowedModels allowed) {
        return opened(project).diff(BranchNames.check(branch), allowed);
    }

    /**
     * Lands an open change; fails with {@code CONFLICT} (code {@code content.conflict}) and the values that clash.
     */
    public Landed merge(Project project, String branch, Actor actor, AllowedModels allowed) {
        return merge(project, branch, new Closing.Verdict(actor, allowed, Optional.empty(), List.of()));
    }

    /** The same about a reviewed state, with what a person decided about values that clash. */
    Landed merge(Project project, String branch, Closing.Verdict verdict) {
        BranchNames.check(branch);
        Optional<RepeatMark.Write> mark = RepeatMark.next();
        Optional<Commit> made = madeBefore(hosting.repository(project.repoFullName()), mark);
        if (made.isPresent()) {
            return new Landed(true, made.get().id(), null);
        }
        Landed landed = act(project, closing -> closing.merge(branch, verdict, mark));
        announce(BranchNews.merged(project, branch, landed.sha(), verdict.actor()));
        return landed;
    }

    /** Brings {@code cms} into an open change, with decisions about values that clash. */
    Updated update(Project project, String branch, Closing.Verdict verdict, boolean anybodys) {
        BranchNames.check(branch);
        Optional<RepeatMark.Write> mark = RepeatMark.next();
        Optional<Commit> made = madeBefore(hosting.repository(project.repoFullName()), mark);
        return made.isPresent()
                ? new Updated(true, made.get().id())
                : act(project, closing -> closing.update(branch, verdict, anybodys, mark));
    }

    /** Discards an open change. */
    public void reject(Project project, String branch, Actor actor, AllowedModels allowed) {
        reject(project, branch, new Closing.Verdict(actor, allowed, Optional.empty(), List.of()));
    }

    void reject(Project project, String branch, Closing.Verdict verdict) {
        Closing.refuseTrunk(branch);
        BranchNames.check(branch);
        CommitId sha = act(project, closing -> closing.reject(branch, verdict));
        announce(BranchNews.rejected(project, branch, sha, verdict.actor()));
    }

    private void announce(Record news) {
        database.writing(tx -> announcements.announce(tx, news));
    }

    /** Removes landed changes of every project that were opened a month ago or more; to be run now and then. */
    public void cleanUpOld() {
        Instant before = clock.instant().minus(KEPT_WHEN_LANDED);
        for (Project project : projects.all()) {
            try {
                List<Branch> old = opened(project).mergedFromBefore(before);
                if (!old.isEmpty()) {
                    act(project, closing -> closing.delete(old));
                }
            } catch (RuntimeException failed) {
                LOG.warn("landed changes of {} could not be removed", project.id(), failed);
            }
        }
    }

    /** Removes the branches whose changes have landed. */
    OpenChanges.Cleanup cleanUp(Project project) {
        List<Branch> merged = opened(project).merged();
        List<String> deleted = act(project, closing -> closing.delete(merged));
        return new OpenChanges.Cleanup(deleted, opened(project).openCount());
    }

    /** Tells of a push, and takes in what it brought to the branches that content lives on. */
    void pushed(Project project, List<Moved> pushes) {
        writer.tell(pushes);
        boolean content = pushes.stream()
                .anyMatch(move -> move.branch().equals(project.defaultBranch())
                        || move.branch().equals(Trunk.NAME));
        if (content) {
            writer.write(project, (trunk, writing) -> {
                CommitId tip = trunk.ensure();
                trunk.advance(tip);
                return tip;
            });
        }
    }

    private OpenChanges opened(Project project) {
        return new OpenChanges(
                hosting.repository(project.repoFullName()),
                project.defaultBranch(),
                ContentPaths.under(project.contentRoot()));
    }

    private <T> T act(Project project, Function<Closing, T> work) {
        return writer.write(
                project, (trunk, writing) -> work.apply(new Closing(project, trunk, writing, clock.instant())));
    }
}
