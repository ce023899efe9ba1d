package cms.review.journal;

import cms.format.ContentBranches;
import cms.git.CommitId;
import cms.git.RefChange;
import cms.git.Repository;
import cms.git.Tree;
import cms.git.Writing;
import cms.githost.Bot;
import cms.project.Project;
import cms.review.branch.ParkingPlace;
import cms.review.history.CommitProof;
import cms.review.history.TrailerLines;
import cms.review.history.Trailers;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/** Records a push of Git in the journal, and collects the remarks that Git shows to the person who pushed. */
public final class Pushes {
    /** Finds faults of a project's files that were not there before, a sentence each. */
    @FunctionalInterface
    public interface Findings {
        List<String> between(Project project, Tree before, Tree after);
    }

    private static final int BRANCHES_CHECKED_MAX = 5;
    private static final int FINDINGS_TOLD_MAX = 20;
    private static final int DROPPED_COMMITS_MAX = 1_000;

    private final CommitProof proof;
    private final InstantSource clock;
    private final Findings findings;

    public Pushes(CommitProof proof, InstantSource clock, Findings findings) {
        this.proof = proof;
        this.clock = clock;
        this.findings = findings;
    }

    /** Adds the move of each branch of a push to the journal; the lines name its author. */
    public void note(TrailerLines by, Writing writing, List<RefChange> pushed) {
        Optional<CommitId> trunk = writing.tip(ContentBranches.TRUNK);
        List<JournalMove> moves = pushed.stream()
                .filter(RefChange::isBranch)
                .map(change ->
                        new JournalMove(kind(writing, trunk, change), change.branch(), change.before(), change.after()))
                .toList();
        if (!moves.isEmpty()) {
            Instant now = clock.instant();
            Journal.append(writing, proof, now, Trailers.addPlace(by.add(Trailers.TOOL, "push"), "", now), moves);
        }
    }

    /**
     * Commits a push to {@code cms} itself as one landing behind those that were there, where it has them beside a line
     * of its own.
     */
    public void keepLine(Writing writing, List<RefChange> pushed) {
        for (RefChange change : pushed) {
            CommitId before = change.before();
            CommitId after = change.after();
            boolean isOfTrunk = change.isBranch() && change.branch().equals(ContentBranches.TRUNK);
            if (isOfTrunk && before != null && after != null && !writing.isOnLine(before, after)) {
                CommitId landing = proof.commit(
                        writing,
                        writing.tree(after),
                        List.of(before, after),
                        Bot.at(clock.instant()),
                        "cms: take in a push to cms",
                        new TrailerLines());
                writing.move(ContentBranches.TRUNK, after, landing);
            }
        }
    }

    private static JournalMove.Kind kind(Writing writing, Optional<CommitId> trunk, RefChange change) {
        CommitId before = change.before();
        if (!change.branch().startsWith(ContentBranches.CHANGES)) {
            return JournalMove.Kind.PUSHED;
        }
        if (change.after() != null || before == null) {
            return before == null ? JournalMove.Kind.OPENED : JournalMove.Kind.UPDATED;
        }
        return trunk.filter(tip -> writing.isAncestor(before, tip)).isPresent()
                ? JournalMove.Kind.REMOVED
                : JournalMove.Kind.REJECTED;
    }

    /** Whether the user has opened the change, by the journal or else by the trailers of its tip. */
    public boolean isOwn(String userId, Writing writing, String branch, CommitId tip) {
        return Journal.opener(writing, proof, branch)
                .orElseGet(() -> proof.trailers(writing.info(tip)).opener())
                .equals(userId);
    }

    /**
     * Whether a forced push takes commits of a change away that have not landed, and that this service has made for
     * somebody else or somebody else has pushed; true as well where it takes away more than is looked at.
     */
    public boolean dropsOthers(String userId, Writing writing, RefChange change) {
        List<CommitId> kept =
                new ArrayList<>(Optional.ofNullable(change.after()).stream().toList());
        writing.tip(ContentBranches.TRUNK).ifPresent(kept::add);
        Set<CommitId> dropped = new HashSet<>();
        AtomicBoolean isOfOthers = new AtomicBoolean();
        writing.visit(Objects.requireNonNull(change.before()), kept, commit -> {
            dropped.add(commit);
            boolean isOther = dropped.size() > DROPPED_COMMITS_MAX
                    || isAnother(userId, proof.trailers(writing.info(commit)).actor());
            isOfOthers.set(isOther);
            return !isOther;
        });
        return isOfOthers.get()
                || Journal.sinceOpening(writing, proof, change.branch()).stream()
                        .filter(one -> isAnother(userId, one.userId()))
                        .anyMatch(one -> dropped.contains(one.move().after()));
    }

    private static boolean isAnother(String userId, String actor) {
        return !actor.isEmpty() && !actor.equals(userId);
    }

    /**
     * The remarks about a push for its author: a clash with {@code cms}, and faults of pushed files, which are stored
     * all the same.
     */
    public List<String> remarks(Project project, Repository repository, List<RefChange> pushed) {
        List<String> remarks = new ArrayList<>();
        pushed.stream()
                .filter(change -> holdsContent(project, change))
                .limit(BRANCHES_CHECKED_MAX)
                .forEach(change -> remarks.addAll(remarks(project, repository, change)));
        return remarks;
    }

    private static boolean holdsContent(Project project, RefChange change) {
        String branch = change.branch();
        return change.isBranch()
                && (branch.equals(ContentBranches.TRUNK)
                        || branch.equals(project.defaultBranch())
                        || branch.startsWith(ContentBranches.CHANGES));
    }

    private List<String> remarks(Project project, Repository repository, RefChange change) {
        CommitId after = change.after();
        if (after == null) {
            return List.of();
        }
        List<String> remarks = new ArrayList<>();
        Optional<String> parked = change.branch().startsWith(ContentBranches.CHANGES)
                ? Optional.empty()
                : new ParkingPlace(repository.commit(after)).find(repository::tip, repository::isAncestor);
        if (parked.isPresent()) {
            remarks.add(change.branch() + " clashes with cms; " + parked.get() + " waits to be merged with decisions.");
            remarks.add(
                    isForced(repository, change)
                            ? "Until then what is delivered stays as it was before this push."
                            : "Until then " + change.branch() + " is delivered as it was pushed, and saves wait with "
                                    + parked.get() + ".");
        }
        List<String> found = findings.between(project, before(repository, change, after), repository.tree(after));
        if (!found.isEmpty()) {
            remarks.add(change.branch() + " is stored; not all of its content is valid (" + found.size() + "):");
            found.stream().limit(FINDINGS_TOLD_MAX).map(line -> "  " + line).forEach(remarks::add);
        }
        if (found.size() > FINDINGS_TOLD_MAX) {
            remarks.add("  and " + (found.size() - FINDINGS_TOLD_MAX) + " more");
        }
        return remarks;
    }

    private static boolean isForced(Repository repository, RefChange change) {
        CommitId before = change.before();
        CommitId after = change.after();
        return before != null && after != null && !repository.isAncestor(before, after);
    }

    /** The files of a branch before a push; for a new change those of its merge base with {@code cms}. */
    private static Tree before(Repository repository, RefChange change, CommitId after) {
        CommitId before = change.before();
        if (before != null) {
            return repository.tree(before);
        }
        return change.branch().startsWith(ContentBranches.CHANGES)
                ? repository
                        .tip(ContentBranches.TRUNK)
                        .flatMap(tip -> repository.mergeBase(tip, after))
                        .map(repository::tree)
                        .orElseGet(repository::emptyTree)
                : repository.emptyTree();
    }
}
