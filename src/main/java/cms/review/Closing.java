package cms.review;

import cms.access.Author;
import cms.format.ContentBranches;
import cms.format.ContentPaths;
import cms.format.ContextFile;
import cms.format.merge.Resolution;
import cms.git.Branch;
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
import cms.review.files.ContentMerger;
import cms.review.files.Scope;
import cms.review.files.TreeModels;
import cms.review.files.VisibleFiles;
import cms.review.history.ParsedTrailers;
import cms.review.history.TrailerLines;
import cms.review.history.Trailers;
import cms.review.journal.Journal;
import cms.review.submit.Landed;
import cms.review.submit.Operation;
import cms.review.submit.Tip;
import cms.review.submit.Updated;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/** The end of an open change inside one write: it lands, is discarded, or is cleared away. */
final class Closing {
    private static final String MERGE_TOOL = "merge_branch";
    private static final String UPDATE_TOOL = "update_branch";
    private static final String REJECT_TOOL = "reject_branch";
    private static final String CLEAN_UP_TOOL = "clean_up_branches";

    /**
     * A decision about a change: its author, the author's scope, and its options.
     *
     * @param allowed the models and locales that the person's role covers
     * @param commits the commits that the person is told of
     */
    record Decision(Author author, Scope allowed, DecisionOptions options, VisibleCommits.By commits) {
        /**
         * The tip that an undoing starts from; fails with PRECONDITION_FAILED when the caller names another one. That
         * of {@code cms} is the one that the caller is told of in its place.
         */
        Tip requireReviewed(Writing writing, String branch, Tip tip) {
            if (options.reviewed().isEmpty()) {
                return tip;
            }
            String sha = branch.equals(ContentBranches.TRUNK)
                    ? commits.newest(writing, tip.commit()).sha()
                    : tip.commit().sha();
            if (options.reviewed().filter(seen -> !seen.contains(sha)).isPresent()) {
                throw Failure.of(
                                FailureKind.PRECONDITION_FAILED,
                                "Something has landed since the history was read; look at it again.")
                        .withData(Map.of("current", Map.of("name", branch, "sha", sha)));
            }
            return tip;
        }
    }

    private final ContentPaths paths;
    private final Trunk trunk;
    private final Writing writing;
    private final Instant now;

    Closing(Project project, Trunk trunk, Writing writing, Instant now) {
        this.paths = ContentPaths.under(project.contentRoot());
        this.trunk = trunk;
        this.writing = writing;
        this.now = now;
    }

    static void refuseTrunk(String branch) {
        if (branch.equals(ContentBranches.TRUNK)) {
            throw Failure.forbidden("The branch cms holds what has landed and cannot be rejected.");
        }
    }

    Landed merge(String branch, Decision decision) {
        CommitId change = tip(branch);
        CommitId tip = trunk.ensure();
        requireReach(tip, change, decision.allowed());
        requireReviewed(branch, change, decision);
        if (tip.equals(change) || writing.isAncestor(change, tip)) {
            trunk.delete(branch, change, Cause.LANDED);
            TrailerLines lines = by(decision, MERGE_TOOL, decision.options().mark());
            Journal.addAnswer(lines, tip);
            trunk.by(lines);
            return new Landed(true, tip, null);
        }
        requireSameClashes(tip, change, decision);
        Tree merged = merged(tip, change, decision);
        // A model that was renamed since has another id, which the caller's list may lack.
        requireReach(writing.tree(tip), merged, decision.allowed());
        TrailerLines lines = by(decision, MERGE_TOOL, decision.options().mark()).add(Trailers.LANDING, "merged");
        CommitId landed = trunk.land(tip, change, merged, operation(change, decision.author()), branch, lines);
        trunk.delete(branch, change, Cause.LANDED);
        TrailerLines answerLines = by(decision, MERGE_TOOL, Optional.empty());
        Journal.addAnswer(answerLines, landed);
        trunk.by(answerLines);
        return new Landed(true, landed, null);
    }

    /** Merges {@code cms} into an open change; ours is the change, theirs is {@code cms}. */
    Updated update(String branch, Decision decision, boolean ofAnyOpener) {
        CommitId change = tip(branch);
        CommitId tip = trunk.ensure();
        requireReach(tip, change, decision.allowed());
        String opener = trunk.opener(branch, change);
        Author author = decision.author();
        if (!ofAnyOpener && !opener.equals(author.id())) {
            throw Failure.forbidden("Somebody else opened this change; reviewers, owners and admins update it.");
        }
        requireReviewed(branch, change, decision);
        if (tip.equals(change) || writing.isAncestor(tip, change)) {
            return new Updated(false, change);
        }
        Tree merged = merged(change, tip, decision);
        TrailerLines lines =
                by(decision, UPDATE_TOOL, decision.options().mark()).add(Trailers.BRANCH, branch);
        if (!opener.equals(author.id())) {
            Trailers.addOpener(lines, opener);
        }
        CommitId updated = trunk.commit(merged, List.of(change, tip), "Merge cms into " + branch, lines);
        trunk.move(branch, change, updated, Cause.SUBMITTED);
        trunk.by(by(decision, UPDATE_TOOL, Optional.empty()));
        return new Updated(true, updated);
    }

    /** Fails with CONFLICT and the present values where values have changed since the caller decided about them. */
    private void requireSameClashes(CommitId tip, CommitId change, Decision decision) {
        Optional<CommitId> seen = decision.options().onto().filter(onto -> !onto.equals(tip));
        if (seen.isEmpty() || decision.options().resolutions().isEmpty()) {
            return;
        }
        if (!isOfTrunk(seen.get(), tip)) {
            throw DecisionOptions.unknownOnto();
        }
        if (trunk.merge(tip, change, List.of()) instanceof MergeResult.Conflicted now) {
            List<ObjectNode> known = trunk.merge(seen.get(), change, List.of()) instanceof MergeResult.Conflicted then
                    ? ContentMerger.values(then)
                    : List.of();
            if (!known.containsAll(ContentMerger.values(now))) {
                throw ContentMerger.failure(now);
            }
        }
    }

    private boolean isOfTrunk(CommitId onto, CommitId tip) {
        try {
            return writing.isAncestor(onto, tip);
        } catch (Failure unknown) {
            return false;
        }
    }

    /** Merges two commits with the decisions; files with a value that a person wrote have to be valid. */
    private Tree merged(CommitId ours, CommitId theirs, Decision decision) {
        return switch (trunk.merge(ours, theirs, decision.options().resolutions())) {
            case MergeResult.Merged(Tree tree) -> {
                if (decision.options().resolutions().stream().anyMatch(Resolution::isOwnValue)) {
                    trunk.requireValid(List.of(writing.tree(ours), writing.tree(theirs)), tree);
                }
                yield tree;
            }
            case MergeResult.Conflicted conflicted -> throw ContentMerger.failure(conflicted);
        };
    }

    /**
     * Discards a change. What was pushed of it and clashed is in the default branch already, so that those commits are
     * recorded as merged with nothing taken from them; otherwise they would come back with the next look at that
     * branch.
     */
    CommitId reject(String branch, Decision decision) {
        CommitId change = tip(branch);
        CommitId tip = trunk.ensure();
        requireReach(tip, change, decision.allowed());
        requireReviewed(branch, change, decision);
        if (branch.startsWith(ContentBranches.PUSHED)) {
            trunk.pushed(change, tip).ifPresent(pushed -> {
                requireNoOther(branch, pushed, tip, decision);
                TrailerLines lines = by(decision, REJECT_TOOL, Optional.empty()).add(Trailers.LANDING, "discarded");
                CommitId kept = trunk.commit(writing.tree(tip), List.of(tip, pushed), "Discard " + branch, lines);
                trunk.move(ContentBranches.TRUNK, tip, kept, Cause.REJECTED);
                trunk.advance(kept);
            });
        }
        trunk.delete(branch, change, Cause.REJECTED);
        trunk.by(by(decision, REJECT_TOOL, decision.options().mark())
                .add(Trailers.REASON, decision.options().reason().orElse("")));
        return change;
    }

    /**
     * Fails with CONFLICT (code {@code changes.in_push}) where a push holds other open changes: they would count as
     * landed with it, and nothing of them would be in {@code cms}. Another branch of the same push is none: each would
     * wait for the other.
     */
    private void requireNoOther(String branch, CommitId pushed, CommitId tip, Decision decision) {
        Map<CommitId, List<String>> names = writing.branches(ContentBranches.CHANGES).stream()
                .filter(other -> !other.name().equals(branch) && !isOfPush(other, pushed))
                .collect(Collectors.groupingBy(Branch::tip, Collectors.mapping(Branch::name, Collectors.toList())));
        if (names.isEmpty()) {
            return;
        }
        List<String> others = new ArrayList<>();
        Set<CommitId> missing = new HashSet<>(names.keySet());
        writing.visit(pushed, List.of(tip), commit -> {
            others.addAll(names.getOrDefault(commit, List.of()));
            missing.remove(commit);
            return !missing.isEmpty();
        });
        others.sort(Comparator.naturalOrder());
        if (!others.isEmpty()) {
            List<String> shown = others.stream()
                    .filter(other ->
                            BranchNames.isVisible(other, decision.allowed().models()))
                    .toList();
            throw Failure.conflict(
                            "The push holds other open changes, which would count as merged with it although nothing"
                                    + " of them is taken. Merge or reject them first"
                                    + (shown.isEmpty() ? "." : ": " + String.join(", ", shown) + "."))
                    .withCode("changes.in_push")
                    .withData(Map.of("branches", shown));
        }
    }

    private static boolean isOfPush(Branch other, CommitId pushed) {
        return other.name().startsWith(ContentBranches.PUSHED) && other.tip().equals(pushed);
    }

    /** The trailers of a decision: its author, its tool, and its mark. */
    private static TrailerLines by(Decision decision, String tool, Optional<IdempotencyMark.Write> mark) {
        return Trailers.addRepeat(Trailers.by(decision.author()).add(Trailers.TOOL, tool), mark);
    }

    /** Refuses a decision about a branch that has moved since it was reviewed. */
    private static void requireReviewed(String branch, CommitId change, Decision decision) {
        if (decision.options()
                .reviewed()
                .filter(seen -> !seen.contains(change.sha()))
                .isPresent()) {
            throw Failure.of(
                            FailureKind.PRECONDITION_FAILED,
                            "The change has got another commit since it was reviewed; look at it again.")
                    .withData(Map.of("current", Map.of("name", branch, "sha", change.sha())));
        }
    }

    /**
     * Deletes the branches that have not moved since they were listed and whose commits have landed, which is asked
     * here once more; returns their names.
     */
    List<String> delete(List<Branch> branches, Optional<Author> author, Optional<IdempotencyMark.Write> mark) {
        List<Branch> unmoved = branches.stream()
                .filter(branch ->
                        writing.tip(branch.name()).filter(branch.tip()::equals).isPresent())
                .toList();
        Set<CommitId> landed = writing.within(unmoved.stream().map(Branch::tip).toList(), trunk.ensure());
        List<String> deleted = new ArrayList<>();
        for (Branch branch : unmoved) {
            if (landed.contains(branch.tip())) {
                trunk.delete(branch.name(), branch.tip(), Cause.CLEANED_UP);
                deleted.add(branch.name());
            }
        }
        TrailerLines lines = author.map(Trailers::by).orElseGet(TrailerLines::new);
        trunk.by(Trailers.addRepeat(lines.add(Trailers.TOOL, CLEAN_UP_TOOL), mark));
        return deleted;
    }

    private CommitId tip(String branch) {
        return writing.tip(branch).orElseThrow(() -> Failure.notFound("There is no open change of this name."));
    }

    private void requireReach(CommitId tip, CommitId change, Scope allowed) {
        if (allowed.isAll()) {
            return;
        }
        Tree after = writing.tree(change);
        Tree before = writing.mergeBase(tip, change).map(writing::tree).orElseGet(writing::emptyTree);
        requireReach(before, after, allowed);
    }

    private void requireReach(Tree before, Tree after, Scope allowed) {
        if (allowed.isAll()) {
            return;
        }
        List<FileChange> changes = writing.diff(before, after);
        VisibleFiles visible = new VisibleFiles(paths, TreeModels.heads(paths, List.of(before, after)), allowed);
        if (!visible.covers(changes)) {
            throw Failure.forbidden("The change touches more than the models that your role in this project covers.");
        }
    }

    private ContextFile.LastOperation operation(CommitId change, Author author) {
        ParsedTrailers trailers = trunk.trailers(change);
        ContextFile.Client client = Arrays.stream(ContextFile.Client.values())
                .filter(known -> known.wireName().equals(trailers.value(Trailers.CLIENT)))
                .findFirst()
                .orElse(Trailers.client(author));
        return trailers.action()
                .orElse(new Operation(Operation.Kind.BRANCH, MERGE_TOOL, "", "", List.of()))
                .at(now, client);
    }
}
