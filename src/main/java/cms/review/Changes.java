package cms.review;

import cms.format.ContentPaths;
import cms.format.merge.Resolution;
import cms.git.Branch;
import cms.git.Commit;
import cms.git.CommitId;
import cms.git.Repository;
import cms.git.Writing;
import cms.githost.Hosting;
import cms.plan.Feature;
import cms.plan.Plans;
import cms.platform.http.Routes;
import cms.project.AllowedModels;
import cms.project.Project;
import cms.project.Projects;
import cms.review.files.Comparison;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The door of review: every change of a project's repository goes through here. */
public final class Changes {
    private static final Logger LOG = LoggerFactory.getLogger(Changes.class);

    /**
     * What a merge came to (spec 4.8).
     *
     * @param sha the merge commit on {@code cms}
     * @param pullRequestUrl null unless a pull request was opened on a remote host
     */
    public record Landed(
            boolean merged, CommitId sha, @Nullable String pullRequestUrl) {}

    private final Projects projects;
    private final Hosting hosting;
    private final Plans plans;
    private final InstantSource clock;
    private final BranchNames names = new BranchNames();
    private final List<Moved.Listener> listeners = new CopyOnWriteArrayList<>();
    private volatile ContextSource contexts = (project, before, merged, operation) -> Optional.empty();

    public Changes(Projects projects, Hosting hosting, Plans plans, InstantSource clock) {
        this.projects = projects;
        this.hosting = hosting;
        this.plans = plans;
        this.clock = clock;
    }

    public void routes(Routes routes) {
        new ReviewRoutes(this, projects.access()).mount(routes);
    }

    /** Lets {@code content} make context.json; without a source no such file is written. */
    public void contextBy(ContextSource source) {
        contexts = source;
    }

    /** Hears of every branch that moves from now on. */
    public void onMoved(Moved.Listener listener) {
        listeners.add(listener);
    }

    /**
     * The newest state that content is read from; creates {@code cms} and takes in the default branch when needed.
     */
    public Tip sync(Project project) {
        Repository repository = hosting.repository(project.repoFullName());
        Optional<CommitId> cms = repository.tip(Trunk.NAME);
        Optional<CommitId> main = repository.tip(project.defaultBranch());
        boolean upToDate = cms.isPresent() && (main.isEmpty() || main.equals(cms) || isTakenIn(repository, cms, main));
        CommitId tip = upToDate ? cms.get() : write(project, repository, (trunk, writing) -> trunk.ensure());
        return new Tip(tip, repository.tree(tip));
    }

    /**
     * Stores a change on a new {@code cr/*} branch and lands it when the rule says so, all refs in one move.
     *
     * @param work called with the newest tip, alone on this repository; it only computes, and what it throws undoes all
     */
    public <R> Outcome<R> submit(
            Project project, Actor actor, BranchTopic topic, LandingRule rule, Function<Tip, Draft<R>> work) {
        boolean reviewOnPlan = plans.allows(projects.workspaceOf(project).plan(), Feature.WORKFLOW_REVIEW);
        var submission = new Submission(project, actor, topic, rule, reviewOnPlan, names);
        Repository repository = hosting.repository(project.repoFullName());
        Submission.Stored<R> stored =
                write(project, repository, (trunk, writing) -> submission.run(trunk, writing, clock.instant(), work));
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
        return opened(project).health(clock.instant());
    }

    /** What a change differs in from {@code cms}, as far as the caller may see it. */
    List<Comparison.File> diff(Project project, String branch, AllowedModels allowed) {
        return opened(project).diff(BranchNames.check(branch), allowed);
    }

    /**
     * Lands an open change; fails with {@code CONFLICT} (code {@code content.conflict}) and the values that clash.
     */
    public Landed merge(Project project, String branch, Actor actor, AllowedModels allowed) {
        return merge(project, branch, actor, allowed, List.of());
    }

    /** The same with what a person decided about values that clash. */
    Landed merge(Project project, String branch, Actor actor, AllowedModels allowed, List<Resolution> resolutions) {
        BranchNames.check(branch);
        return act(project, closing -> closing.merge(branch, actor, allowed, resolutions));
    }

    /** Discards an open change. */
    public void reject(Project project, String branch, Actor actor, AllowedModels allowed) {
        Closing.refuseTrunk(branch);
        BranchNames.check(branch);
        act(project, closing -> closing.reject(branch, actor, allowed));
    }

    /** Removes the branches whose changes have landed. */
    OpenChanges.Cleanup cleanUp(Project project) {
        List<Branch> merged = opened(project).merged();
        List<String> deleted = act(project, closing -> closing.delete(merged));
        return new OpenChanges.Cleanup(deleted, opened(project).openCount());
    }

    /** Tells of a push, and takes in what it brought to the branches that content lives on. */
    void pushed(Project project, List<Moved> pushes) {
        tell(pushes);
        boolean content = pushes.stream()
                .anyMatch(move -> move.branch().equals(project.defaultBranch())
                        || move.branch().equals(Trunk.NAME));
        if (content) {
            Repository repository = hosting.repository(project.repoFullName());
            write(project, repository, (trunk, writing) -> {
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
        Repository repository = hosting.repository(project.repoFullName());
        return write(
                project,
                repository,
                (trunk, writing) -> work.apply(new Closing(project, trunk, writing, clock.instant())));
    }

    /** One write of the trunk; the listeners hear of it once it is durable. */
    private <T> T write(Project project, Repository repository, BiFunction<Trunk, Writing, T> work) {
        List<Moved> moves = new ArrayList<>();
        Instant now = clock.instant();
        T result = repository.write(writing -> {
            Trunk trunk = new Trunk(project, writing, contexts, now);
            T done = work.apply(trunk, writing);
            moves.clear();
            moves.addAll(trunk.moves());
            return done;
        });
        tell(moves);
        return result;
    }

    /** A listener that fails harms neither the write, which is done, nor the other listeners. */
    private void tell(List<Moved> moves) {
        for (Moved moved : moves) {
            for (Moved.Listener listener : listeners) {
                try {
                    listener.moved(moved);
                } catch (RuntimeException failed) {
                    LOG.error(
                            "a listener failed about {} of {}",
                            moved.branch(),
                            moved.project().id(),
                            failed);
                }
            }
        }
    }

    private static boolean isTakenIn(Repository repository, Optional<CommitId> cms, Optional<CommitId> main) {
        CommitId outside = main.orElseThrow();
        String parked =
                BranchNames.ofPush(outside, repository.commit(outside).author().time());
        return repository.isAncestor(outside, cms.orElseThrow())
                || repository.tip(parked).filter(outside::equals).isPresent();
    }
}
