package cms.review;

import cms.access.Author;
import cms.access.Rights;
import cms.format.ContentBranches;
import cms.format.ContentPaths;
import cms.git.Commit;
import cms.git.CommitId;
import cms.git.Repository;
import cms.git.Writing;
import cms.plan.Feature;
import cms.plan.Plans;
import cms.platform.failure.Failure;
import cms.platform.idempotency.IdempotencyMark;
import cms.project.Project;
import cms.project.Projects;
import cms.review.branch.BranchNames;
import cms.review.history.CommitProof;
import cms.review.history.IdempotencyIndex;
import cms.review.history.NotedWrites;
import cms.review.history.Reversal;
import cms.review.history.Trailers;
import cms.review.submit.BranchTopic;
import cms.review.submit.Change;
import cms.review.submit.ChangeOptions;
import cms.review.submit.Draft;
import cms.review.submit.LandingRule;
import cms.review.submit.Operation;
import cms.review.submit.SubmitOutcome;
import cms.review.submit.Tip;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Stores changes: each on a branch of its own, or on top of an open one, and landed by the workflow. */
final class Submissions {
    private static final int SHORT_SHA = 7;

    /** Commits that one change undoes at most. */
    private static final int REVERTED_MAX = 100;

    private final Projects projects;
    private final Plans plans;
    private final TrunkWriter writer;
    private final IdempotencyIndex idempotency;
    private final CommitProof proof;
    private final NotedWrites noted;
    private final BranchNames names = new BranchNames();

    Submissions(
            Projects projects,
            Plans plans,
            TrunkWriter writer,
            IdempotencyIndex idempotency,
            CommitProof proof,
            NotedWrites noted) {
        this.projects = projects;
        this.plans = plans;
        this.writer = writer;
        this.idempotency = idempotency;
        this.proof = proof;
        this.noted = noted;
    }

    <R> SubmitOutcome<R> submit(
            Project project,
            Author author,
            BranchTopic topic,
            LandingRule rule,
            ChangeOptions options,
            Function<Tip, Draft<R>> work) {
        ChangeSubmission submission = submission(project, author, topic, rule, options);
        return options.trial()
                ? writer.trial(
                        project,
                        (trunk, writing) -> submission.tried(trunk, writing, (inWrite, tip) -> work.apply(tip)))
                : store(project, submission, (writing, tip) -> work.apply(tip));
    }

    /**
     * Undoes the changes of commits that this project reaches, as the options say: on a new branch that lands by the
     * workflow, or on one that is open.
     */
    SubmitOutcome<CommitId> revert(
            Project project,
            List<CommitId> unordered,
            Closing.Decision decision,
            Rights rights,
            ChangeOptions options) {
        Repository repository = writer.repository(project);
        List<CommitId> commits = newestFirst(repository, unordered);
        CommitId commit = commits.getFirst();
        var reversal = new Reversal(
                ContentPaths.under(project.contentRoot()),
                commits,
                rights,
                decision.allowed(),
                decision.options().resolutions());
        Optional<String> model = reversal.model(repository);
        BranchTopic topic = model.map(BranchTopic::content)
                .orElseGet(() -> new BranchTopic(List.of("revert", commit.sha().substring(0, SHORT_SHA))));
        Operation operation = new Operation(Operation.Kind.UNDO, "revert", model.orElse(""), "", List.of());
        String subject = repository.commit(commit).subject();
        String message = commits.size() == 1
                ? "cms: undo \"" + subject + "\""
                : "cms: undo " + commits.size() + " changes\n\nthe newest: \"" + subject + "\"";
        ChangeSubmission submission = submission(project, decision.author(), topic, LandingRule.BY_WORKFLOW, options);
        String on = Objects.requireNonNullElse(options.branch(), ContentBranches.TRUNK);
        BiFunction<Writing, Tip, Draft<CommitId>> work = (writing, tip) -> reversal.over(
                        writing, decision.requireReviewed(writing, on, tip).tree())
                .<Draft<CommitId>>map(files -> {
                    writer.requireValid(project, tip.tree(), writing.apply(tip.tree(), files));
                    return new Draft.Write<>(files, message, operation, commit);
                })
                .orElseGet(() -> new Draft.Refusal<>(commit));
        return options.trial()
                ? writer.trial(project, (trunk, writing) -> submission.tried(trunk, writing, work))
                : store(project, submission, work);
    }

    /** The one open change that commits wait in; empty where there are several or none. */
    Optional<String> waitsIn(Project project, List<CommitId> commits) {
        List<Optional<String>> all = commits.stream()
                .map(commit -> waitsIn(project, commit))
                .distinct()
                .toList();
        return all.size() == 1 ? all.getFirst() : Optional.empty();
    }

    /** The open change in which a commit waits; empty for one that has landed or was pushed. */
    private Optional<String> waitsIn(Project project, CommitId commit) {
        Repository repository = writer.repository(project);
        Optional<CommitId> trunk = writer.opened(project).trunk();
        if (trunk.filter(landed -> repository.isAncestor(commit, landed)).isPresent()) {
            return Optional.empty();
        }
        return Optional.of(proof.trailers(repository.commit(commit)).value(Trailers.BRANCH))
                .filter(branch -> branch.startsWith(ContentBranches.CHANGES))
                .filter(branch -> repository
                        .tip(branch)
                        .filter(tip -> repository.isAncestor(commit, tip))
                        .isPresent());
    }

    /** The commits, newest first, so that each is undone over files from which the later ones are undone already. */
    private static List<CommitId> newestFirst(Repository repository, List<CommitId> commits) {
        List<CommitId> ordered = new ArrayList<>();
        for (CommitId commit : commits.stream().distinct().toList()) {
            int place = 0;
            while (place < ordered.size() && !repository.isAncestor(ordered.get(place), commit)) {
                place++;
            }
            ordered.add(place, commit);
        }
        if (ordered.isEmpty() || ordered.size() > REVERTED_MAX) {
            throw Failure.invalid("Name from 1 to " + REVERTED_MAX + " commits to undo.");
        }
        return ordered;
    }

    private ChangeSubmission submission(
            Project project, Author author, BranchTopic topic, LandingRule rule, ChangeOptions options) {
        boolean reviewOnPlan = plans.allows(projects.workspaceOf(project).plan(), Feature.WORKFLOW_REVIEW);
        if (options.held() && !reviewOnPlan) {
            throw Failure.forbidden("The plan of this workspace does not include the review workflow.");
        }
        Optional<IdempotencyMark.Write> mark =
                options.trial() ? Optional.empty() : options.mark().or(IdempotencyMark::next);
        var asked = new ChangeSubmission.Asked(project, author, topic, rule, options);
        return new ChangeSubmission(asked, reviewOnPlan, mark, name(project, topic, mark));
    }

    /**
     * The name of the branch of a repeatable save to a remote host. All repetitions push to the same name, so that the
     * host takes only one of them.
     */
    private Optional<String> name(Project project, BranchTopic topic, Optional<IdempotencyMark.Write> mark) {
        return mark.filter(known -> writer.repository(project).remote().isPresent())
                .map(known -> {
                    String proposed = names.fresh(topic.pieces(), writer.clock().instant(), taken -> false);
                    String name = noted.branch(known, proposed);
                    if (!name.equals(proposed)) {
                        // The branch may have landed and its name be free again, which no lease would detect.
                        writer.repository(project).doubt();
                    }
                    return name;
                });
    }

    private <R> SubmitOutcome<R> store(
            Project project, ChangeSubmission submission, BiFunction<Writing, Tip, Draft<R>> work) {
        Repository repository = writer.repository(project);
        Optional<Commit> made =
                idempotency.made(repository, submission.mark(), writer.clock().instant());
        if (made.isPresent()) {
            return again(project, repository, submission, made.get(), work);
        }
        Optional<ChangeSubmission.Stored<R>> result = writer.write(
                project,
                (trunk, writing) -> madeElsewhere(repository, submission).isPresent()
                        ? Optional.empty()
                        : Optional.of(submission.run(
                                trunk, writing, names, writer.clock().instant(), work)));
        if (result.isEmpty()) {
            Commit there = madeElsewhere(repository, submission).orElseThrow();
            return again(project, repository, submission, there, work);
        }
        ChangeSubmission.Stored<R> stored = result.get();
        String branch = stored.branch();
        CommitId id = stored.commit();
        if (branch == null || id == null) {
            return stored.unchanged()
                    ? new SubmitOutcome.Unchanged<>(stored.report(), stored.workflow())
                    : new SubmitOutcome.Refused<>(stored.report(), stored.workflow());
        }
        Commit commit = repository.commit(id);
        Tip tip = new Tip(stored.tip(), repository.tree(stored.tip()));
        String proposed = stored.merged() ? writer.proposal(project).orElse(null) : null;
        Change change = new Change(
                branch, commit, stored.diff(), stored.merged(), stored.workflow(), proposed, isDiverged(project), tip);
        return new SubmitOutcome.Submitted<>(change, stored.report());
    }

    private boolean isDiverged(Project project) {
        return writer.opened(project).defaultBranchState().equals("diverged");
    }

    /** The commit by which another instance made this write before it died; it came with the fetch of this write. */
    private Optional<Commit> madeElsewhere(Repository repository, ChangeSubmission submission) {
        return repository.remote().isEmpty()
                ? Optional.empty()
                : idempotency.made(repository, submission.mark(), writer.clock().instant());
    }

    /** The outcome of a write that is in Git already, read from its commit. */
    private <R> SubmitOutcome<R> again(
            Project project,
            Repository repository,
            ChangeSubmission submission,
            Commit commit,
            BiFunction<Writing, Tip, Draft<R>> work) {
        CommitId parent = commit.parents().getFirst();
        R report = repository.write(writing -> submission.reportOn(writing, parent, work));
        CommitId cms = writer.sync(project).commit();
        Change change = new Change(
                proof.trailers(commit).value(Trailers.BRANCH),
                commit,
                repository.diff(parent, commit.id()),
                repository.isAncestor(commit.id(), cms),
                submission.workflow(repository.tree(parent)),
                null,
                isDiverged(project),
                new Tip(cms, repository.tree(cms)));
        return new SubmitOutcome.Submitted<>(change, report);
    }
}
