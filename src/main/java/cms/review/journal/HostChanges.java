package cms.review.journal;

import cms.format.ContentBranches;
import cms.git.Commit;
import cms.git.CommitId;
import cms.git.RefChange;
import cms.git.Repository;
import cms.git.Writing;
import cms.platform.failure.Failure;
import cms.project.Project;
import cms.project.Projects;
import cms.review.history.CommitProof;
import cms.review.history.ParsedTrailers;
import cms.review.history.TrailerLines;
import cms.review.history.Trailers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds the moves of open changes on a remote host to the journal of this instance: those made by other instances, by
 * people at the host, and by this instance where a crash prevented the entry (decision 51).
 *
 * <p>Commits and landings of this service name the author of a move. Any other move has no author, because a remote
 * host does not tell who pushed.
 */
public final class HostChanges {
    private static final Logger LOG = LoggerFactory.getLogger(HostChanges.class);

    /** The client of such a change in trailers; only the host knows the person. */
    private static final String HOST = "git_host";

    /**
     * Age up to which a move gets its author: the row that says that it was announced counts for a day, once passed.
     */
    static final Duration NAMED = Duration.ofHours(20);

    /** Moves of one fetch up to which they get their authors. */
    private static final int NAMED_MAX = 200;

    private static final int ENTRIES_LOOKED_THROUGH = 32;
    private static final int ENDINGS_LOOKED_THROUGH = 1_000;

    private final Projects projects;
    private final CommitProof proof;
    private final InstantSource clock;

    public HostChanges(Projects projects, CommitProof proof, InstantSource clock) {
        this.projects = projects;
        this.proof = proof;
        this.clock = clock;
    }

    /**
     * Notes what a fetch did to open changes, unless it is noted already.
     *
     * @return what moved, as it was given
     */
    public List<RefChange> followed(Repository mirror, List<RefChange> moved) {
        List<RefChange> changes = moved.stream()
                .filter(change -> change.isBranch() && change.branch().startsWith(ContentBranches.CHANGES))
                .toList();
        if (!changes.isEmpty()) {
            try {
                String main = mirror.defaultBranch();
                boolean first = moved.stream()
                        .anyMatch(change ->
                                change.before() == null && change.branch().equals(main));
                String projectId = first ? "" : onlyProject(mirror);
                mirror.write(writing -> {
                    note(writing, unnoted(writing, changes), projectId, main);
                    return changes;
                });
            } catch (RuntimeException failed) {
                LOG.warn("moves of branches of {} could not be added to its journal", mirror.fullName(), failed);
            }
        }
        return moved;
    }

    /** Whether an entry of the journal has no author because it came from the remote host. */
    static boolean isFromHost(ParsedTrailers entry) {
        return entry.actor().isEmpty() && entry.value(Trailers.CLIENT).equals(HOST);
    }

    CommitProof proof() {
        return proof;
    }

    /** The moves that are not in the journal: the newest entry of a branch already brings it to its tip otherwise. */
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

    /** The id of the only project on a repository; empty for several, as commits do not tell which was meant. */
    private String onlyProject(Repository mirror) {
        List<Project> all = projects.onRepository(mirror.fullName());
        return all.size() == 1 ? all.getFirst().id() : "";
    }

    private void note(Writing writing, List<RefChange> moved, String projectId, String defaultBranch) {
        Instant now = clock.instant();
        boolean named = !projectId.isEmpty() && moved.size() <= NAMED_MAX;
        Map<String, Commit> endings =
                moved.stream().anyMatch(change -> change.after() == null) ? endings(writing) : Map.of();
        List<JournalMove> unattributed = new ArrayList<>();
        for (RefChange change : moved) {
            JournalMove move = new JournalMove(
                    kind(writing, endings, change, defaultBranch), change.branch(), change.before(), change.after());
            Optional<TrailerLines> action = named ? action(writing, move, endings, projectId) : Optional.empty();
            action.ifPresentOrElse(
                    lines -> Journal.append(writing, proof, now, lines, List.of(move)), () -> unattributed.add(move));
        }
        if (!unattributed.isEmpty()) {
            TrailerLines lines = new TrailerLines().add(Trailers.CLIENT, HOST).add(Trailers.TOOL, "push");
            Journal.append(writing, proof, now, Trailers.addPlace(lines, "", now), unattributed);
        }
    }

    /** The lines of the entry that the author of the change made; empty where no commit names an author. */
    private Optional<TrailerLines> action(
            Writing writing, JournalMove move, Map<String, Commit> endings, String projectId) {
        CommitId after = move.after();
        Commit source = after != null ? writing.info(after) : endings.get(keyOfEnding(move));
        if (source == null || source.author().time().isBefore(clock.instant().minus(NAMED))) {
            return Optional.empty();
        }
        ParsedTrailers trailers = proof.trailers(source);
        // A branch can be pointed at a commit that another person made on another branch.
        boolean elsewhere = after != null && !trailers.value(Trailers.BRANCH).equals(move.branch());
        if (trailers.actor().isEmpty() || elsewhere) {
            return Optional.empty();
        }
        TrailerLines lines = Trailers.sameAuthor(trailers);
        trailers.action().ifPresent(action -> Trailers.addAction(lines, action));
        if (move.kind() == JournalMove.Kind.LANDED) {
            Journal.addAnswer(lines, source.id());
        }
        return Optional.of(
                Trailers.addPlace(lines, projectId, trailers.at(source.author().time())));
    }

    /**
     * The newest commits on {@code cms} that end a change: by the name of one that landed, and by the commit of a push
     * that was discarded.
     */
    private Map<String, Commit> endings(Writing writing) {
        Map<String, Commit> endings = new HashMap<>();
        Optional<CommitId> next = writing.tip(ContentBranches.TRUNK);
        for (int read = 0; next.isPresent() && read < ENDINGS_LOOKED_THROUGH; read++) {
            Commit commit = writing.info(next.get());
            ParsedTrailers trailers = proof.trailers(commit);
            switch (trailers.value(Trailers.LANDING)) {
                case "merged" -> endings.putIfAbsent(trailers.value(Trailers.BRANCH), commit);
                case "discarded" ->
                    endings.putIfAbsent(commit.parents().getLast().sha(), commit);
                default -> {}
            }
            next = commit.parents().stream().findFirst();
        }
        return endings;
    }

    private static String keyOfEnding(JournalMove move) {
        CommitId before = move.before();
        return move.kind() == JournalMove.Kind.LANDED || before == null ? move.branch() : before.sha();
    }

    private static JournalMove.Kind kind(
            Writing writing, Map<String, Commit> endings, RefChange change, String defaultBranch) {
        CommitId before = change.before();
        if (change.after() != null || before == null) {
            return before == null ? JournalMove.Kind.OPENED : JournalMove.Kind.UPDATED;
        }
        boolean contained = isIn(writing, ContentBranches.TRUNK, before) || isIn(writing, defaultBranch, before);
        if (!contained || endings.containsKey(before.sha())) {
            return JournalMove.Kind.REJECTED;
        }
        return endings.containsKey(change.branch()) ? JournalMove.Kind.LANDED : JournalMove.Kind.REMOVED;
    }

    private static boolean isIn(Writing writing, String branch, CommitId commit) {
        return writing.tip(branch)
                .filter(tip -> tip.equals(commit) || writing.isAncestor(commit, tip))
                .isPresent();
    }

    /** Whether a mirror still has a commit; one that no branch reaches any more may have been cleared away. */
    static boolean isStored(Repository mirror, CommitId commit) {
        try {
            mirror.commit(commit);
            return true;
        } catch (Failure clearedAway) {
            return false;
        }
    }
}
