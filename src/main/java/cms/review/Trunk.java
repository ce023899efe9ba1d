package cms.review;

import cms.format.ContentPaths;
import cms.format.ContextFile;
import cms.format.merge.Resolution;
import cms.git.ChangeSet;
import cms.git.CommitId;
import cms.git.FileMerger;
import cms.git.MergeResult;
import cms.git.Tree;
import cms.git.Writing;
import cms.githost.Bot;
import cms.project.Project;
import cms.review.Moved.Cause;
import cms.review.branch.BranchNames;
import cms.review.files.ContentMerger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The two branches that content lives on, {@code cms} and the default branch, inside one write. */
final class Trunk {
    static final String NAME = BranchNames.TRUNK;

    private final Project project;
    private final ContentPaths paths;
    private final Writing writing;
    private final Changes.ContextSource contexts;
    private final Instant now;
    private final List<Moved> moves = new ArrayList<>();

    Trunk(Project project, Writing writing, Changes.ContextSource contexts, Instant now) {
        this.project = project;
        this.paths = ContentPaths.under(project.contentRoot());
        this.writing = writing;
        this.contexts = contexts;
        this.now = now;
    }

    /** Every branch that moved, in order; to be told when the write is durable. */
    List<Moved> moves() {
        return moves;
    }

    /** The tip of {@code cms}, created when missing, with what the default branch got from outside. */
    CommitId ensure() {
        Optional<CommitId> cms = writing.tip(NAME);
        Optional<CommitId> main = writing.tip(project.defaultBranch());
        if (cms.isEmpty()) {
            CommitId first = main.orElseGet(this::root);
            create(NAME, first, Cause.SYNCED);
            return first;
        }
        boolean nothingNew = main.isEmpty() || contains(cms.get(), main.get()) || isParked(main.get());
        return nothingNew ? cms.get() : takeIn(cms.get(), main.get());
    }

    /** Merges a change into {@code cms} with a fresh context.json, and lets the default branch follow. */
    CommitId land(CommitId tip, CommitId change, Tree merged, ContextFile.Operation operation, String message) {
        ChangeSet context = contexts.context(project, writing.tree(tip), merged, operation)
                .map(bytes -> ChangeSet.builder().put(paths.context(), bytes).build())
                .orElseGet(ChangeSet::none);
        CommitId landed = writing.commit(merged, context, List.of(tip, change), Bot.at(now), message);
        move(NAME, tip, landed, Cause.LANDED);
        advance(landed);
        return landed;
    }

    /** What a merge of a commit into the tip comes to, with what a person decided about values that clash. */
    MergeResult merge(CommitId tip, CommitId other, List<Resolution> resolutions) {
        FileMerger merger = new ContentMerger(paths, writing.tree(tip), writing.tree(other), resolutions);
        return writing.merge(tip, other, merger);
    }

    /** Moves the default branch to a commit of {@code cms} unless it has something of its own. */
    void advance(CommitId commit) {
        String name = project.defaultBranch();
        Optional<CommitId> main = writing.tip(name);
        if (main.isEmpty()) {
            create(name, commit, Cause.LANDED);
        } else if (!main.get().equals(commit) && writing.isAncestor(main.get(), commit)) {
            move(name, main.get(), commit, Cause.LANDED);
        }
    }

    void create(String branch, CommitId commit, Cause cause) {
        writing.create(branch, commit);
        note(branch, null, commit, cause);
    }

    void move(String branch, CommitId from, CommitId to, Cause cause) {
        writing.move(branch, from, to);
        note(branch, from, to, cause);
    }

    void delete(String branch, CommitId from, Cause cause) {
        writing.delete(branch, from);
        note(branch, from, null, cause);
    }

    /** Whether a commit is part of the default branch. */
    boolean isOnDefaultBranch(CommitId commit) {
        return writing.tip(project.defaultBranch())
                .filter(main -> contains(main, commit))
                .isPresent();
    }

    private boolean contains(CommitId tip, CommitId other) {
        return tip.equals(other) || writing.isAncestor(other, tip);
    }

    private CommitId takeIn(CommitId tip, CommitId main) {
        if (writing.isAncestor(tip, main)) {
            move(NAME, tip, main, Cause.SYNCED);
            return main;
        }
        return switch (merge(tip, main, List.of())) {
            case MergeResult.Merged(Tree tree) -> {
                String message = "cms: take in " + project.defaultBranch() + "\n";
                CommitId taken = writing.commit(tree, ChangeSet.none(), List.of(tip, main), Bot.at(now), message);
                move(NAME, tip, taken, Cause.SYNCED);
                yield taken;
            }
            case MergeResult.Conflicted conflicted -> {
                // Both sides stay as they are; a person decides on the branch that holds the push (design 2.2).
                create(parkingPlace(main), main, Cause.PUSHED);
                yield tip;
            }
        };
    }

    private boolean isParked(CommitId main) {
        return writing.tip(parkingPlace(main)).filter(main::equals).isPresent();
    }

    private String parkingPlace(CommitId main) {
        return BranchNames.ofPush(main, writing.info(main).author().time());
    }

    private CommitId root() {
        return writing.commit(
                writing.emptyTree(), ChangeSet.none(), List.of(), Bot.at(now), "cms: begin an empty project\n");
    }

    private void note(String branch, @Nullable CommitId before, @Nullable CommitId after, Cause cause) {
        moves.add(new Moved(project, branch, before, after, cause));
    }
}
