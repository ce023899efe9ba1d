package cms.review;

import cms.format.ContentBranches;
import cms.format.ContentPaths;
import cms.format.ContextFile;
import cms.format.merge.Resolution;
import cms.git.ChangeSet;
import cms.git.CommitId;
import cms.git.MergeResult;
import cms.git.Tree;
import cms.git.Writing;
import cms.githost.Bot;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.project.Project;
import cms.review.Moved.Cause;
import cms.review.branch.ParkingPlace;
import cms.review.files.ContentMerge;
import cms.review.history.CommitProof;
import cms.review.history.ParsedTrailers;
import cms.review.history.TrailerLines;
import cms.review.history.Trailers;
import cms.review.journal.Journal;
import cms.review.journal.JournalMove;
import cms.review.submit.ContextSource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The two branches that content lives on, {@code cms} and the default branch, inside one write. */
final class Trunk {

    private final Project project;
    private final ContentPaths paths;
    private final Writing writing;
    private final ContextSource contexts;
    private final Instant now;
    private final CommitProof proof;
    private final List<Moved> moves = new ArrayList<>();
    private TrailerLines by = new TrailerLines();
    private boolean saved;

    Trunk(Project project, Writing writing, ContextSource contexts, CommitProof proof, Instant now) {
        this.project = project;
        this.paths = ContentPaths.under(project.contentRoot());
        this.writing = writing;
        this.contexts = contexts;
        this.proof = proof;
        this.now = now;
    }

    /** Sets the lines of the journal entry that {@link #note} adds, where this write moves branches. */
    void by(TrailerLines lines) {
        by = lines;
    }

    /** Adds the moves to the journal that no commit on {@code cms} proves; the last step of a write. */
    void note() {
        List<JournalMove> untold =
                moves.stream().flatMap(move -> move.forJournal().stream()).toList();
        if (!untold.isEmpty()) {
            Journal.append(writing, proof, now, Trailers.addPlace(by, project.id(), now), untold);
        }
    }

    /** A commit of this service: the last of its lines proves it. */
    CommitId commit(Tree tree, List<CommitId> parents, String text, TrailerLines lines) {
        return proof.commit(writing, tree, parents, Bot.at(now), text, lines);
    }

    /** Fails with UNPROCESSABLE where merged files are not valid although each side was. */
    void requireValid(List<Tree> before, Tree merged) {
        contexts.requireValid(project, before, merged);
    }

    /** The proven trailers of a commit. */
    ParsedTrailers trailers(CommitId commit) {
        return proof.trailers(writing.info(commit));
    }

    /**
     * The id of the user who opened a change: from the trailers of its tip, or from the journal where somebody has
     * pushed since; empty text when it is not known.
     */
    String opener(String branch, CommitId tip) {
        ParsedTrailers trailers = trailers(tip);
        return trailers.value(Trailers.BRANCH).equals(branch)
                ? trailers.opener()
                : Journal.opener(writing, proof, branch).orElse("");
    }

    /** Notes that this write stores a change, on a branch or at once on {@code cms}. */
    void saved() {
        saved = true;
    }

    boolean isSave() {
        return saved;
    }

    /** Every branch that moved, in order; listeners are called with them once the write is durable. */
    List<Moved> moves() {
        return moves;
    }

    /** The tip of {@code cms}, created when missing, with what the default branch got from outside. */
    CommitId ensure() {
        Optional<CommitId> cms = writing.tip(ContentBranches.TRUNK);
        Optional<CommitId> main = writing.tip(project.defaultBranch());
        if (cms.isEmpty()) {
            CommitId first = main.orElseGet(this::root);
            create(ContentBranches.TRUNK, first, Cause.SYNCED);
            return first;
        }
        boolean nothingNew = main.isEmpty() || contains(cms.get(), main.get()) || isParked(main.get());
        return nothingNew ? cms.get() : takeIn(cms.get(), main.get());
    }

    /** Merges what the default branch got from outside, and moves it up; returns the tip of {@code cms}. */
    CommitId catchUp() {
        CommitId tip = ensure();
        advance(tip);
        return tip;
    }

    /**
     * Merges a change into {@code cms} with a fresh context.json, and lets the default branch follow.
     *
     * @param lines the trailers that name the author and the kind of landing
     */
    CommitId land(
            CommitId tip,
            CommitId change,
            Tree merged,
            ContextFile.LastOperation operation,
            String branch,
            TrailerLines lines) {
        ChangeSet context = contexts.context(project, writing.tree(tip), merged, operation)
                .map(bytes -> ChangeSet.builder().put(paths.context(), bytes).build())
                .orElseGet(ChangeSet::none);
        Trailers.addPlace(lines.add(Trailers.BRANCH, branch), project.id(), now);
        CommitId landed =
                commit(writing.apply(merged, context), List.of(tip, change), "Merge " + branch + " into cms", lines);
        move(ContentBranches.TRUNK, tip, landed, Cause.LANDED);
        advance(landed);
        return landed;
    }

    /** The result of merging a commit into the tip, with a person's decisions about values that clash. */
    MergeResult merge(CommitId tip, CommitId other, List<Resolution> resolutions) {
        return new ContentMerge(paths, writing, resolutions).of(tip, other);
    }

    /**
     * Moves the default branch to a commit of {@code cms} unless it has something of its own, or its host takes no
     * pushes to it: then a pull request leads there.
     */
    void advance(CommitId commit) {
        String name = project.defaultBranch();
        Optional<CommitId> main = writing.tip(name);
        boolean isBehind = main.isEmpty() || !main.get().equals(commit) && writing.isAncestor(main.get(), commit);
        if (isBehind && writing.moveIfTaken(name, main, commit)) {
            note(name, main.orElse(null), commit, Cause.LANDED);
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

    /** The newest commit of a change that the default branch has and {@code cms}, with this tip, has not. */
    Optional<CommitId> pushed(CommitId change, CommitId tip) {
        return writing.tip(project.defaultBranch())
                .flatMap(main -> writing.mergeBase(main, change))
                .filter(shared -> !contains(tip, shared));
    }

    private boolean contains(CommitId tip, CommitId other) {
        return tip.equals(other) || writing.isAncestor(other, tip);
    }

    private CommitId takeIn(CommitId tip, CommitId main) {
        boolean hasAll = writing.isAncestor(tip, main);
        if (hasAll && writing.isOnLine(tip, main)) {
            move(ContentBranches.TRUNK, tip, main, Cause.SYNCED);
            return main;
        }
        Optional<Tree> merged = hasAll ? Optional.of(writing.tree(main)) : mergedByItself(tip, main);
        if (merged.isEmpty()) {
            park(main);
            return tip;
        }
        CommitId taken =
                commit(merged.get(), List.of(tip, main), "cms: take in " + project.defaultBranch(), new TrailerLines());
        move(ContentBranches.TRUNK, tip, taken, Cause.SYNCED);
        return taken;
    }

    /** Empty where a person has to decide: values clash, or the merge would take too much memory. */
    private Optional<Tree> mergedByItself(CommitId tip, CommitId main) {
        try {
            return merge(tip, main, List.of()) instanceof MergeResult.Merged(Tree tree)
                    ? Optional.of(tree)
                    : Optional.empty();
        } catch (Failure tooMuch) {
            if (tooMuch.kind() != FailureKind.UNPROCESSABLE) {
                throw tooMuch;
            }
            return Optional.empty();
        }
    }

    /**
     * Both sides stay as they are; a person decides on the branch that holds the push (design 2.2). Where branches of
     * other people have taken every name, nothing is opened, because no write may fail for it.
     */
    private void park(CommitId main) {
        for (String name : new ParkingPlace(writing.info(main)).names()) {
            try {
                create(name, main, Cause.PUSHED);
                return;
            } catch (Failure taken) {
                if (taken.kind() != FailureKind.CONFLICT) {
                    throw taken;
                }
            }
        }
    }

    private boolean isParked(CommitId main) {
        return new ParkingPlace(writing.info(main))
                .find(writing::tip, writing::isAncestor)
                .isPresent();
    }

    private CommitId root() {
        return commit(writing.emptyTree(), List.of(), "cms: begin an empty project", new TrailerLines());
    }

    private void note(String branch, @Nullable CommitId before, @Nullable CommitId after, Cause cause) {
        moves.add(new Moved(project, branch, before, after, cause));
    }
}
