package cms.review.journal;

import cms.git.CommitId;
import cms.git.RefChange;
import cms.git.Repository;
import cms.git.Tree;
import cms.git.Writing;
import cms.project.Project;
import cms.review.branch.BranchNames;
import cms.review.history.CommitProof;
import cms.review.history.Said;
import cms.review.history.TrailerLines;
import cms.review.history.Trailers;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a push of Git leaves behind: an entry of the journal, and remarks for whoever pushed. */
public final class Pushes {
    /** What is wrong with the files of a project that was not before, a sentence each. */
    @FunctionalInterface
    public interface Findings {
        List<String> between(Project project, Tree before, Tree after);
    }

    private static final Logger LOG = LoggerFactory.getLogger(Pushes.class);

    /** Through what it came; who it was, the host alone knows. */
    private static final String HOST = "git_host";

    private static final int ENTRIES_LOOKED_THROUGH = 32;
    private static final int BRANCHES_CHECKED_MAX = 5;
    private static final int FINDINGS_TOLD_MAX = 20;

    private final CommitProof proof;
    private final InstantSource clock;
    private final Findings findings;

    public Pushes(CommitProof proof, InstantSource clock, Findings findings) {
        this.proof = proof;
        this.clock = clock;
        this.findings = findings;
    }

    /** For each branch of a push, what became of it; the lines say who pushed. */
    public void note(TrailerLines by, Writing writing, List<RefChange> pushed) {
        Optional<CommitId> trunk = writing.tip(BranchNames.TRUNK);
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
     * What came to open changes on the remote host. Its host says who pushed to nobody, so that nobody is named as the one
     * who did; what this service wrote itself is noted already, in whichever instance wrote it.
     *
     * @return what moved, as it was given
     */
    public List<RefChange> followed(Repository mirror, List<RefChange> moved) {
        List<RefChange> foreign = moved.stream()
                .filter(change -> change.isBranch() && change.branch().startsWith(BranchNames.PREFIX))
                .filter(change -> isForeign(mirror, change))
                .toList();
        if (!foreign.isEmpty()) {
            try {
                mirror.write(writing -> {
                    note(Trailers.by("", "", HOST, ""), writing, unnoted(writing, foreign));
                    return foreign;
                });
            } catch (RuntimeException failed) {
                LOG.warn("what came to {} is not in its journal", mirror.fullName(), failed);
            }
        }
        return moved;
    }

    /** Whether an entry of the journal tells of what others pushed to the remote host, which every instance sees. */
    static boolean isFromHost(Said entry) {
        return entry.actor().isEmpty() && entry.value(Trailers.CLIENT).equals(HOST);
    }

    /** Without what a look at the start has noted a moment ago: no branch moves to where it is. */
    private List<RefChange> unnoted(Writing writing, List<RefChange> moved) {
        Set<String> branches = moved.stream().map(RefChange::branch).collect(Collectors.toSet());
        Journal.Newest noted =
                Journal.newest(Journal.tip(writing), writing::info, proof, branches, ENTRIES_LOOKED_THROUGH);
        return moved.stream()
                .filter(change -> !noted.brought(change.branch(), change.after()))
                .filter(change ->
                        change.after() != null || writing.tip(change.branch()).isEmpty())
                .toList();
    }

    CommitProof proof() {
        return proof;
    }

    boolean isForeign(Repository mirror, RefChange change) {
        CommitId commit = change.after() == null ? change.before() : change.after();
        return commit != null && proof.said(mirror.commit(commit)).isNothing();
    }

    private static JournalMove.Kind kind(Writing writing, Optional<CommitId> trunk, RefChange change) {
        CommitId before = change.before();
        if (!change.branch().startsWith(BranchNames.PREFIX)) {
            return JournalMove.Kind.PUSHED;
        }
        if (change.after() != null || before == null) {
            return before == null ? JournalMove.Kind.OPENED : JournalMove.Kind.UPDATED;
        }
        return trunk.filter(tip -> writing.isAncestor(before, tip)).isPresent()
                ? JournalMove.Kind.REMOVED
                : JournalMove.Kind.REJECTED;
    }

    /** Whether somebody opened the change: the journal says so, or else the commit that it stands at. */
    public boolean isOwn(String userId, Writing writing, String branch, CommitId tip) {
        return Journal.opener(writing, proof, branch)
                .orElseGet(() -> proof.said(writing.info(tip)).opener())
                .equals(userId);
    }

    /** What is wrong with the files that a push brought to the branches of a project; all of it stands. */
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
                && (branch.equals(BranchNames.TRUNK)
                        || branch.equals(project.defaultBranch())
                        || branch.startsWith(BranchNames.PREFIX));
    }

    private List<String> remarks(Project project, Repository repository, RefChange change) {
        CommitId after = change.after();
        if (after == null) {
            return List.of();
        }
        List<String> remarks = new ArrayList<>();
        String parked =
                BranchNames.ofPush(after, repository.commit(after).author().time());
        if (!change.branch().startsWith(BranchNames.PREFIX)
                && repository.tip(parked).filter(after::equals).isPresent()) {
            remarks.add(change.branch() + " clashes with cms; " + parked + " waits to be merged with decisions.");
        }
        List<String> found = findings.between(project, before(repository, change, after), repository.tree(after));
        if (!found.isEmpty()) {
            remarks.add(change.branch() + " is stored; what it brings is not all valid (" + found.size() + "):");
            found.stream().limit(FINDINGS_TOLD_MAX).map(line -> "  " + line).forEach(remarks::add);
        }
        if (found.size() > FINDINGS_TOLD_MAX) {
            remarks.add("  and " + (found.size() - FINDINGS_TOLD_MAX) + " more");
        }
        return remarks;
    }

    /** What a branch held before; a new change is compared with what it began on. */
    private static Tree before(Repository repository, RefChange change, CommitId after) {
        CommitId before = change.before();
        if (before != null) {
            return repository.tree(before);
        }
        return change.branch().startsWith(BranchNames.PREFIX)
                ? repository
                        .tip(BranchNames.TRUNK)
                        .flatMap(tip -> repository.mergeBase(tip, after))
                        .map(repository::tree)
                        .orElseGet(repository::emptyTree)
                : repository.emptyTree();
    }
}
