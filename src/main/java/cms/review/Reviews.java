package cms.review;

import cms.access.Author;
import cms.access.Capability;
import cms.git.Branch;
import cms.git.CommitId;
import cms.git.FileChange;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.heap.ComparisonRoom;
import cms.platform.idempotency.IdempotencyMark;
import cms.platform.json.Json;
import cms.platform.json.ValueBudget;
import cms.project.AllowedModels;
import cms.project.Project;
import cms.project.ProjectAccess;
import cms.review.branch.BranchNames;
import cms.review.branch.ChangeRange;
import cms.review.branch.OpenChanges;
import cms.review.details.ChangeList;
import cms.review.files.Scope;
import cms.review.history.CommitProof;
import cms.review.history.LandedHistory;
import cms.review.history.LandingFilter;
import cms.review.history.Trailers;
import cms.review.submit.Change;
import cms.review.submit.ChangeOptions;
import cms.review.submit.Landed;
import cms.review.submit.SubmitOutcome;
import cms.review.submit.Tip;
import cms.review.submit.Updated;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Operations on open changes and landed content, for every caller; each checks the caller's role, models and locales.
 *
 * <p>All fail with FORBIDDEN beyond them, and with NOT_FOUND for a branch or commit that the project does not have.
 */
public final class Reviews {
    private final TrunkWriter writer;
    private final VisibleCommits visible;
    private final Submissions submissions;
    private final ChangeDecisions decisions;
    private final CommitProof proof;
    private final ChangeList list;

    Reviews(
            TrunkWriter writer,
            VisibleCommits visible,
            Submissions submissions,
            ChangeDecisions decisions,
            CommitProof proof) {
        this.writer = writer;
        this.visible = visible;
        this.submissions = submissions;
        this.decisions = decisions;
        this.proof = proof;
        this.list = new ChangeList(proof);
    }

    /**
     * The difference of an open change from {@code cms}, as far as the caller may see it.
     *
     * @param tip the commit of the change that was compared
     * @param json {@code { diff: [{ path, status, before, after }], changes: [...] }} (spec 4.8), with {@code omitted}
     *     where not all is shown
     */
    public record Difference(CommitId tip, ObjectNode json) {}

    /** The open changes by name; a caller with a list of models sees only those about them. */
    public List<Branch> openChanges(ProjectAccess place) {
        place.requiring(Capability.READ_BRANCHES);
        return writer.opened(place.project()).visible(place.models());
    }

    /** As {@link Changes#isBehind}. */
    boolean isBehind(ProjectAccess place, CommitId commit) {
        return visible.isBehind(place.project(), commit, place.models());
    }

    /** A page of open changes with their details, newest first, rendered: {@code { branches: [...], next }}. */
    public <R> R details(ProjectAccess place, ChangeList.Query query, Function<? super ObjectNode, R> rendering) {
        List<Branch> open = openChanges(place);
        Project project = place.project();
        return ComparisonRoom.answer(
                project.workspaceId(),
                room -> list.page(
                        writer.repository(project), writer.opened(project), open, Scope.of(place), query, room),
                rendering);
    }

    /** The state of the open changes that the caller may see. */
    public BranchHealth health(ProjectAccess place) {
        place.requiring(Capability.READ_BRANCHES);
        return BranchHealth.of(
                writer.opened(place.project()), place.models(), writer.clock().instant());
    }

    /** The state of the default branch: {@code current}, {@code behind} {@code cms}, or {@code diverged} from it. */
    String defaultBranchState(ProjectAccess place) {
        return writer.opened(place.project()).defaultBranchState();
    }

    /** The difference of a change from {@code cms}, rendered. */
    public <R> R difference(ProjectAccess place, String branch, Function<? super Difference, R> rendering) {
        place.requiring(Capability.READ_BRANCHES);
        requireVisible(place, branch);
        return ComparisonRoom.answer(place.project().workspaceId(), room -> difference(place, branch, room), rendering);
    }

    private Difference difference(ProjectAccess place, String branch, ComparisonRoom room) {
        OpenChanges open = writer.opened(place.project());
        OpenChanges.Difference difference = open.diff(BranchNames.check(branch), Scope.of(place), room);
        ChangeRange range = difference.range();
        ObjectNode json = Json.object()
                .put("sha", range.tip().sha())
                .put("base", sha(place, range.base()))
                .put("onto", sha(place, range.onto()))
                .put("commits", range.commits());
        ArrayNode files = json.putArray("diff");
        difference.files().forEach(file -> files.add(file.json()));
        ArrayNode values = json.putArray("changes");
        difference.values().values().forEach(value -> values.add(value.json()));
        Optional<List<ObjectNode>> clashes = open.conflicts(difference.seen());
        Optional<List<ObjectNode>> shown =
                clashes.filter(found -> found.stream().allMatch(clash -> fits(clash, room)));
        json.set(
                "conflicts",
                shown.map(found -> Json.object().putArray("list").addAll(found)).orElse(null));
        boolean isOmitting = difference.values().isOmitting() || clashes.isPresent() != shown.isPresent();
        return new Difference(range.tip(), isOmitting ? json.put("omitted", true) : json);
    }

    private static boolean fits(ObjectNode clash, ComparisonRoom room) {
        long characters = ValueBudget.charactersOf(clash);
        return room.take(ValueBudget.bytesOf(clash) + 2 * characters, characters);
    }

    /** The commit of {@code cms} that the caller is told of; null for none. */
    private @Nullable String sha(ProjectAccess place, Optional<CommitId> commit) {
        return commit.map(known -> visible.newest(place.project(), known, place.models()))
                .map(CommitId::sha)
                .orElse(null);
    }

    /** Lands an open change; CONFLICT (code {@code content.conflict}) with the values that clash. */
    public Landed merge(ProjectAccess place, Author author, String branch, DecisionOptions options) {
        place.requiring(Capability.MERGE_BRANCH);
        requireVisible(place, branch);
        return decisions.merge(place.project(), branch, decision(place, author, options));
    }

    /** Merges {@code cms} into an open change: reviewers may update any change, writers their own. */
    public Updated update(ProjectAccess place, Author author, String branch, DecisionOptions options) {
        boolean reviews = requireUpdate(place).rights().may(Capability.MERGE_BRANCH);
        requireVisible(place, branch);
        return decisions.update(place.project(), branch, decision(place, author, options), reviews);
    }

    /** Whether a caller may see an open change; other branches are visible to everybody. */
    public static boolean isVisible(String branch, AllowedModels allowed) {
        return BranchNames.isVisible(branch, allowed);
    }

    /** Fails with NOT_FOUND for a change that the caller may not see, as for a missing one. */
    private static void requireVisible(ProjectAccess place, String branch) {
        if (!isVisible(branch, place.models())) {
            throw Failure.notFound("There is no open change of this name.");
        }
    }

    static ProjectAccess requireUpdate(ProjectAccess place) {
        boolean reviews = place.requiring(Capability.READ_BRANCHES).rights().may(Capability.MERGE_BRANCH);
        return reviews ? place : place.requiring(Capability.SAVE_CONTENT);
    }

    /** Discards an open change. */
    public void reject(ProjectAccess place, Author author, String branch, DecisionOptions options) {
        place.requiring(Capability.REJECT_BRANCH);
        requireVisible(place, branch);
        decisions.reject(place.project(), branch, decision(place, author, options));
    }

    /**
     * Rejects an open change whose commits were all made through one conversation or key, whose author needs no
     * reviewer for that. A change in which no file differs any more is rejected as well.
     *
     * @param viaPrefix the prefix of {@code via} that each of its commits must have, such as {@code conversation/<id>/}
     * @param mark the key by which a repeated call is recognised
     * @param isTrial whether nothing is rejected, only answered
     * @return false, with nothing rejected, where a commit was made otherwise, also one that was added meanwhile
     */
    public boolean withdraw(
            ProjectAccess place,
            Author author,
            String branch,
            String viaPrefix,
            Optional<IdempotencyMark.Write> mark,
            boolean isTrial) {
        place.requiring(Capability.SAVE_CONTENT);
        requireVisible(place, branch);
        OpenChanges open = writer.opened(place.project());
        CommitId tip = writer.repository(place.project())
                .tip(BranchNames.check(branch))
                .orElseThrow(() -> Failure.notFound("There is no open change of this name."));
        boolean isOwn = open.isEach(
                        tip,
                        commit -> proof.trailers(commit).value(Trailers.VIA).startsWith(viaPrefix))
                || isEmpty(open, tip);
        return isTrial || !isOwn
                ? isOwn
                : close(place, author, branch, DecisionOptions.about(tip).marked(mark));
    }

    /** Whether a change differs in no file any more from its base. */
    private static boolean isEmpty(OpenChanges open, CommitId tip) {
        return open.filesAt(tip, Scope.of(AllowedModels.all())).files().isEmpty();
    }

    /** Rejects a change as it was seen; false where it has got another commit since. */
    private boolean close(ProjectAccess place, Author author, String branch, DecisionOptions seen) {
        try {
            decisions.reject(place.project(), branch, decision(place, author, seen));
            return true;
        } catch (Failure moved) {
            if (moved.kind() == FailureKind.PRECONDITION_FAILED) {
                return false;
            }
            throw moved;
        }
    }

    /**
     * Undoes the changes of commits, the newest first, in one change that lands by the workflow. Commits that wait in
     * one open change are undone in that change, which is closed when it differs in no file any more. CONFLICT where
     * others have changed a value since, and where nothing is left to undo; NOT_FOUND for a commit of which the caller
     * may see nothing.
     *
     * @param commits from 1 to 100 that the project reaches
     * @param options {@code reviewed}: commits, one of which must still be the tip of {@code cms}, or of that change
     */
    public Change revert(ProjectAccess place, Author author, List<CommitId> commits, DecisionOptions options) {
        place.requiring(Capability.SAVE_CONTENT);
        commits.forEach(commit -> requireSeen(place, commit));
        Optional<String> waitsIn = submissions.waitsIn(place.project(), commits);
        ChangeOptions where =
                ChangeOptions.of(waitsIn, place.isAdmin(), Optional.empty()).with(options.mark(), true);
        Change undone = undo(place, author, commits, options, where)
                .change()
                .orElseThrow(() -> Failure.conflict("Nothing of this change is left to undo."));
        CommitId tip = undone.commit().id();
        waitsIn.filter(branch -> isEmpty(writer.opened(place.project()), tip))
                .ifPresent(branch -> close(
                        place,
                        author,
                        branch,
                        DecisionOptions.about(tip).marked(options.mark().map(IdempotencyMark.Write::following))));
        return undone;
    }

    /** Fails with NOT_FOUND for a commit of which the caller may see nothing as well, in the same words. */
    private void requireSeen(ProjectAccess place, CommitId commit) {
        visible.at(place.project(), commit.sha(), place.models());
        if (!writer.landings(place.project(), Scope.of(place)).shows(commit)) {
            throw VisibleCommits.absent();
        }
    }

    /**
     * The result of an undo.
     *
     * @param change empty where nothing was left to undo, and for a trial
     * @param diff the files that differ, or would differ
     */
    public record Undone(Optional<Change> change, List<FileChange> diff) {}

    /** As {@link #revert}, but as {@code changeOptions} say: on an open change, or only as a trial. */
    public Undone undo(
            ProjectAccess place,
            Author author,
            List<CommitId> commits,
            DecisionOptions options,
            ChangeOptions changeOptions) {
        place.requiring(Capability.SAVE_CONTENT);
        var verdict = decision(place, author, options);
        return switch (submissions.revert(place.project(), commits, verdict, place.rights(), changeOptions)) {
            case SubmitOutcome.Submitted<CommitId> made ->
                new Undone(Optional.of(made.change()), made.change().diff());
            case SubmitOutcome.Tried<CommitId> tried -> new Undone(Optional.empty(), tried.diff());
            case SubmitOutcome.Unchanged<CommitId> nothing -> new Undone(Optional.empty(), List.of());
            case SubmitOutcome.Refused<CommitId> nothing -> new Undone(Optional.empty(), List.of());
        };
    }

    /** A page of landings, newest first, rendered: {@code { history: [...], next }}. */
    public <R> R history(ProjectAccess place, HistoryQuery query, Function<? super ObjectNode, R> rendering) {
        place.requiring(Capability.READ_CONTENT);
        Tip tip = query.from()
                .map(from -> visible.at(place.project(), from, place.models()))
                .orElseGet(() -> writer.sync(place.project()));
        // A model that the caller may not see is looked for like one that nobody has: it would take longer.
        Optional<String> model = query.model().map(id -> place.models().allows(id) ? id : "");
        var filter = new LandingFilter(model, query.entry(), query.locale());
        LandedHistory landed = writer.landings(place.project(), Scope.of(place));
        return ComparisonRoom.answer(
                place.project().workspaceId(),
                room -> {
                    LandedHistory.HistoryPage page = landed.page(tip.commit(), filter, query.limit(), room);
                    ObjectNode json = Json.object();
                    ArrayNode landings = json.putArray("history");
                    page.landings().forEach(landing -> landings.add(landing.json()));
                    return json.put("next", sha(place, page.next()));
                },
                rendering);
    }

    /**
     * Removes the branches whose changes have landed: {@code { deleted, remaining, status }}; only the mark of the
     * options is used.
     */
    public ObjectNode cleanUp(ProjectAccess place, Author author, DecisionOptions options) {
        place.requiring(Capability.CLEAN_UP_BRANCHES);
        OpenChanges.Cleanup cleanup = decisions.cleanUp(place.project(), author, options.mark());
        ObjectNode json = Json.object();
        cleanup.deleted().forEach(json.putArray("deleted")::add);
        return json.put("remaining", cleanup.remaining())
                .put("status", health(place).status());
    }

    private Closing.Decision decision(ProjectAccess place, Author author, DecisionOptions options) {
        boolean isOntoVisible = options.onto()
                .filter(onto -> !visible.mayName(place.project(), onto, place.models()))
                .isEmpty();
        if (!isOntoVisible && !options.resolutions().isEmpty()) {
            throw DecisionOptions.unknownOnto();
        }
        return new Closing.Decision(author, Scope.of(place), options, visible.by(place.project(), place.models()));
    }
}
