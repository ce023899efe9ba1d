package cms.review;

import cms.access.Author;
import cms.format.ContentFile;
import cms.format.ContentPaths;
import cms.format.ProjectConfig;
import cms.format.ProjectConfig.Workflow;
import cms.git.ChangeSet;
import cms.git.CommitId;
import cms.git.FileChange;
import cms.git.MergeResult;
import cms.git.Tree;
import cms.git.Writing;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.idempotency.IdempotencyMark;
import cms.project.Project;
import cms.review.Moved.Cause;
import cms.review.branch.BranchNames;
import cms.review.branch.ChangeLimit;
import cms.review.files.ContentMerge;
import cms.review.files.ContentMerger;
import cms.review.history.TrailerLines;
import cms.review.history.Trailers;
import cms.review.submit.BranchTopic;
import cms.review.submit.ChangeOptions;
import cms.review.submit.Draft;
import cms.review.submit.LandingRule;
import cms.review.submit.SubmitOutcome;
import cms.review.submit.Tip;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * One write, run while no other write of its repository runs: the writer's function computes the files over the newest
 * state; they are merged where a base is named, committed, and landed where the workflow says so.
 */
final class ChangeSubmission {
    /** Bytes of a configuration file that is read. */
    private static final long FILE_BYTES_MAX = 64L * 1024 * 1024;

    /** A write as its caller asks for it. */
    record Asked(Project project, Author author, BranchTopic topic, LandingRule rule, ChangeOptions options) {}

    /** The result of a write; branch and commit are null where the writer refused, or nothing has changed. */
    record Stored<R>(
            R report,
            @Nullable String branch,
            @Nullable CommitId commit,
            List<FileChange> diff,
            boolean merged,
            Workflow workflow,
            CommitId tip,
            boolean unchanged) {
        static <R> Stored<R> nothing(R report, Workflow workflow, CommitId tip, boolean unchanged) {
            return new Stored<>(report, null, null, List.of(), false, workflow, tip, unchanged);
        }
    }

    /** The place of a new commit: on top of {@code on}, which is the tip of {@code branch} when that exists already. */
    private record StartingPoint(
            CommitId trunk, CommitId on, @Nullable String branch, String opener) {}

    private final Project project;
    private final Author author;
    private final BranchTopic topic;
    private final LandingRule rule;
    private final ChangeOptions options;
    private final boolean reviewOnPlan;
    private final Optional<IdempotencyMark.Write> mark;
    private final Optional<String> name;

    /**
     * A write that has not begun.
     *
     * @param reviewOnPlan whether the plan has the workflow {@code review}
     * @param mark the key by which a repetition of this write is recognised
     * @param name the name of the branch, where a repetition must get the same one
     */
    ChangeSubmission(Asked asked, boolean reviewOnPlan, Optional<IdempotencyMark.Write> mark, Optional<String> name) {
        this.project = asked.project();
        this.author = asked.author();
        this.topic = asked.topic();
        this.rule = asked.rule();
        this.options = asked.options();
        this.reviewOnPlan = reviewOnPlan;
        this.mark = mark;
        this.name = name;
    }

    Optional<IdempotencyMark.Write> mark() {
        return mark;
    }

    /** Runs inside the repository's write. */
    <R> Stored<R> run(
            Trunk trunk, Writing writing, BranchNames names, Instant now, BiFunction<Writing, Tip, Draft<R>> work) {
        CommitId cms = trunk.ensure();
        StartingPoint start = startingPoint(trunk, writing, cms);
        Tree files = writing.tree(start.on());
        Workflow workflow = workflow(writing.tree(cms));
        Tip tip = new Tip(start.on(), files);
        options.expectation().accept(tip);
        return switch (drafted(writing, start, tip, work)) {
            case Draft.Refusal<R>(R report) -> Stored.nothing(report, workflow, cms, false);
            case Draft.Write<R> write -> {
                Tree changed = changed(trunk, writing, start, files, write.changes(), work);
                List<FileChange> diff = writing.diff(files, changed);
                if (diff.isEmpty() && !options.always()) {
                    yield Stored.nothing(write.report(), workflow, cms, true);
                }
                boolean lands = lands(start, workflow);
                requireRoom(start, lands, writing);
                String branch = branch(start, writing, names, now);
                CommitId commit =
                        trunk.commit(changed, List.of(start.on()), write.message(), lines(write, start, branch));
                CommitId after = cms;
                trunk.saved();
                trunk.by(Trailers.addAction(Trailers.by(author), write.operation()));
                if (lands) {
                    // The branch would be created and deleted in the same move, so its ref is never written.
                    TrailerLines landing = Trailers.by(author).add(Trailers.LANDING, "saved");
                    after = trunk.land(
                            cms, commit, changed, write.operation().at(now, Trailers.client(author)), branch, landing);
                } else if (start.branch() != null) {
                    trunk.move(branch, start.on(), commit, Cause.SUBMITTED);
                } else {
                    trunk.create(branch, commit, Cause.SUBMITTED);
                }
                yield new Stored<>(write.report(), branch, commit, diff, lands, workflow, after, false);
            }
        };
    }

    private boolean lands(StartingPoint start, Workflow workflow) {
        return start.branch() == null
                && !options.held()
                && (rule == LandingRule.AT_ONCE || workflow == Workflow.AUTO_MERGE);
    }

    private static void requireRoom(StartingPoint start, boolean lands, Writing writing) {
        if (start.branch() == null && !lands) {
            ChangeLimit.requireRoom(writing);
        }
    }

    /** The name of the open change that is added to, or a free one. */
    private String branch(StartingPoint start, Writing writing, BranchNames names, Instant now) {
        return start.branch() != null
                ? start.branch()
                : name.filter(known -> writing.tip(known).isEmpty())
                        .orElseGet(() -> names.fresh(
                                topic.pieces(), now, taken -> writing.tip(taken).isPresent()));
    }

    /** The outcome that {@link #run} would have. It moves nothing, but runs inside a write, as a merge does. */
    <R> SubmitOutcome<R> tried(Trunk trunk, Writing writing, BiFunction<Writing, Tip, Draft<R>> work) {
        CommitId cms = trunk.ensure();
        StartingPoint start = startingPoint(trunk, writing, cms);
        Tree files = writing.tree(start.on());
        Workflow workflow = workflow(writing.tree(cms));
        Tip tip = new Tip(start.on(), files);
        options.expectation().accept(tip);
        return switch (drafted(writing, start, tip, work)) {
            case Draft.Refusal<R>(R report) -> new SubmitOutcome.Refused<>(report, workflow);
            case Draft.Write<R> write -> {
                Tree changed = changed(trunk, writing, start, files, write.changes(), work);
                List<FileChange> diff = writing.diff(files, changed);
                if (!diff.isEmpty() || options.always()) {
                    requireRoom(start, lands(start, workflow), writing);
                }
                yield new SubmitOutcome.Tried<>(diff, write.report(), workflow);
            }
        };
    }

    /** The report of a write that was made before on this parent. */
    <R> R reportOn(Writing writing, CommitId parent, BiFunction<Writing, Tip, Draft<R>> work) {
        return work.apply(writing, new Tip(parent, writing.tree(parent))).report();
    }

    Workflow workflow(Tree trunk) {
        return workflow(ContentPaths.under(project.contentRoot()), trunk, reviewOnPlan);
    }

    private StartingPoint startingPoint(Trunk trunk, Writing writing, CommitId cms) {
        String branch = options.branch();
        if (branch == null) {
            return new StartingPoint(cms, cms, null, author.id());
        }
        if (rule == LandingRule.AT_ONCE) {
            throw Failure.invalid("Settings land at once and wait on no branch; leave `branch` out.");
        }
        CommitId on = writing.tip(BranchNames.check(branch)).orElseThrow(ChangeSubmission::absent);
        String opener = trunk.opener(branch, on);
        if (!options.ofAnyOpener() && !opener.equals(author.id())) {
            if (options.hidden()) {
                throw absent();
            }
            throw Failure.forbidden("Somebody else opened this change; only owners and admins add to it.");
        }
        return new StartingPoint(cms, on, branch, opener);
    }

    private static Failure absent() {
        return Failure.notFound("There is no open change of this name.");
    }

    /** The files after the change; with a base, merged by entry and field into the newest files. */
    private <R> Tree changed(
            Trunk trunk,
            Writing writing,
            StartingPoint start,
            Tree files,
            ChangeSet changes,
            BiFunction<Writing, Tip, Draft<R>> work) {
        Optional<CommitId> base = olderBase(writing, start);
        if (base.isEmpty()) {
            return writing.apply(files, changes);
        }
        ChangeSet meant = overBase(writing, base.get(), work)
                .orElseThrow(() -> Failure.conflict(
                        "The change does not fit the commit that `base` names; read again and repeat it."));
        return switch (merged(writing, base.get(), files, meant)) {
            case MergeResult.Merged(Tree merged) -> {
                trunk.requireValid(List.of(files), merged);
                yield merged;
            }
            case MergeResult.Conflicted conflicted -> throw ContentMerger.failure(conflicted);
        };
    }

    /**
     * The draft over the newest files. Where it is refused, the change is also merged from the base: when somebody has
     * deleted the entry since, this fails with that conflict, rather than reporting members that a part of an entry
     * lacks.
     */
    private <R> Draft<R> drafted(
            Writing writing, StartingPoint start, Tip tip, BiFunction<Writing, Tip, Draft<R>> work) {
        Draft<R> draft = work.apply(writing, tip);
        Optional<CommitId> base = draft instanceof Draft.Refusal<R> ? olderBase(writing, start) : Optional.empty();
        base.flatMap(opened -> overBase(writing, opened, work).map(meant -> merged(writing, opened, tip.tree(), meant)))
                .ifPresent(result -> {
                    if (result instanceof MergeResult.Conflicted clash) {
                        throw ContentMerger.failure(clash);
                    }
                });
        return draft;
    }

    /** The change applied to the base; empty when its target was not there yet, or the result would not be valid. */
    private <R> Optional<ChangeSet> overBase(Writing writing, CommitId base, BiFunction<Writing, Tip, Draft<R>> work) {
        try {
            return work.apply(writing, new Tip(base, writing.tree(base))) instanceof Draft.Write<R> write
                    ? Optional.of(write.changes())
                    : Optional.empty();
        } catch (Failure failure) {
            if (failure.kind() != FailureKind.NOT_FOUND) {
                throw failure;
            }
            return Optional.empty();
        }
    }

    /** The commit that the form was opened on; empty when the change goes on top of it, or no base is named. */
    private Optional<CommitId> olderBase(Writing writing, StartingPoint start) {
        CommitId base = options.base();
        if (base == null || base.equals(start.on())) {
            return Optional.empty();
        }
        if (!writing.isAncestor(base, start.on()) && !writing.isAncestor(base, start.trunk())) {
            throw Failure.notFound("`base` must be a commit of this project.");
        }
        return Optional.of(base);
    }

    private MergeResult merged(Writing writing, CommitId base, Tree files, ChangeSet changes) {
        Tree before = writing.tree(base);
        Tree theirs = writing.apply(before, changes);
        return new ContentMerge(ContentPaths.under(project.contentRoot()), writing, List.of())
                .of(before, files, theirs);
    }

    private TrailerLines lines(Draft.Write<?> write, StartingPoint start, String branch) {
        TrailerLines lines = Trailers.addAction(Trailers.by(author), write.operation());
        if (!start.opener().equals(author.id())) {
            Trailers.addOpener(lines, start.opener());
        }
        return Trailers.addRepeat(lines.add(Trailers.BRANCH, branch), mark);
    }

    /**
     * The workflow that applies: {@code review} only when the plan has it and the configuration sets it. This is the
     * one place that decides whether a change waits for a person (design 2.2, reference 4.2.6).
     *
     * <p>A configuration that cannot be read counts as setting it: nothing lands without review because a file is
     * broken.
     */
    static Workflow workflow(ContentPaths paths, Tree tip, boolean reviewOnPlan) {
        if (!reviewOnPlan) {
            return Workflow.AUTO_MERGE;
        }
        return tip.read(paths.config(), FILE_BYTES_MAX)
                .map(bytes -> switch (ContentFile.json(paths.config(), bytes)) {
                    case ContentFile.Json json -> new ProjectConfig(json.members()).workflow();
                    case ContentFile.Markdown markdown -> Workflow.REVIEW;
                    case ContentFile.Unreadable unreadable -> Workflow.REVIEW;
                })
                .orElse(Workflow.AUTO_MERGE);
    }
}
