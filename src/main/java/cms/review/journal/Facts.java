package cms.review.journal;

import cms.format.ContentBranches;
import cms.git.Commit;
import cms.git.CommitId;
import cms.git.Repository;
import cms.platform.failure.Failure;
import cms.review.history.CommitProof;
import cms.review.history.ParsedTrailers;
import cms.review.history.Trailers;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the events of one project's repository since a position. The same position gives the same events. */
public final class Facts {
    /** Steps along the first parents that are tried before all new commits are looked for. */
    private static final int STEPS_MAX = 200;

    private final Repository repository;
    private final CommitProof proof;
    private final String projectId;
    private final String defaultBranch;

    public Facts(Repository repository, CommitProof proof, String projectId, String defaultBranch) {
        this.repository = repository;
        this.proof = proof;
        this.projectId = projectId;
        this.defaultBranch = defaultBranch;
    }

    /**
     * The facts since a position, oldest first, each with the position behind it. All facts of one commit have the same
     * position: that behind the commit.
     *
     * @param commitsMax how many new commits of each line are read at most
     * @throws Failure NOT_FOUND when the repository does not know the position, or has more new commits
     */
    public List<Fact> since(JournalPosition from, int commitsMax) {
        return between(
                from,
                repository.tip(ContentBranches.TRUNK),
                Journal.tip(repository),
                repository.tip(defaultBranch),
                commitsMax);
    }

    /**
     * The facts after one position up to another, of {@code cms} and the journal; those that came later are left out.
     */
    public List<Fact> between(JournalPosition from, JournalPosition until, int commitsMax) {
        return between(
                from,
                Optional.ofNullable(commit(until.trunk())),
                Optional.ofNullable(commit(until.journal())),
                Optional.empty(),
                commitsMax);
    }

    private List<Fact> between(
            JournalPosition from,
            Optional<CommitId> trunk,
            Optional<CommitId> journal,
            Optional<CommitId> main,
            int commitsMax) {
        List<Commit> landings =
                trunk.map(tip -> fresh(tip, from.trunk(), commitsMax)).orElse(List.of());
        List<Commit> entries =
                journal.map(tip -> fresh(tip, from.journal(), commitsMax)).orElse(List.of());
        List<Fact> facts = new ArrayList<>();
        JournalPosition at = from;
        int entry = 0;
        for (Commit landing : landings) {
            Instant time = time(landing);
            while (entry < entries.size() && !time(entries.get(entry)).isAfter(time)) {
                at = addEntry(facts, entries.get(entry++), at);
            }
            at = at.withTrunk(landing.id());
            facts.add(landing(landing, at));
        }
        while (entry < entries.size()) {
            at = addEntry(facts, entries.get(entry++), at);
        }
        boolean moved = main.isPresent() && !main.get().sha().equals(from.main());
        if (moved) {
            Commit tip = repository.commit(main.get());
            facts.add(new Fact(
                    Fact.Kind.MAIN,
                    tip.id(),
                    0,
                    defaultBranch,
                    commit(from.main()),
                    tip.id(),
                    proof.trailers(tip),
                    time(tip),
                    at.withMain(main)));
        }
        return facts;
    }

    /** The new commits of a line of first parents, oldest first, with commits beside it that this service made. */
    private List<Commit> fresh(CommitId tip, String known, int commitsMax) {
        List<Commit> line = new ArrayList<>();
        CommitId next = tip;
        for (int step = 0; step < STEPS_MAX; step++) {
            if (next.sha().equals(known)) {
                Collections.reverse(line);
                return line;
            }
            Commit commit = repository.commit(next);
            line.add(commit);
            if (commit.parents().isEmpty()) {
                break;
            }
            next = commit.parents().getFirst();
        }
        List<CommitId> without = known.isEmpty() ? List.of() : List.of(new CommitId(known));
        List<Commit> all = new ArrayList<>(repository.log(List.of(tip), without, Instant.EPOCH, commitsMax + 1));
        if (all.size() > commitsMax) {
            throw Failure.notFound("So much has happened since that it is not told one by one.");
        }
        Set<CommitId> onLine = onLine(tip, all);
        all.removeIf(commit -> !onLine.contains(commit.id())
                && proof.trailers(commit).value(Trailers.LANDING).isEmpty());
        Collections.reverse(all);
        return all;
    }

    private static Set<CommitId> onLine(CommitId tip, List<Commit> newest) {
        var byId = newest.stream().collect(Collectors.toMap(Commit::id, commit -> commit));
        Set<CommitId> line = new HashSet<>();
        for (Commit at = byId.get(tip); at != null && line.add(at.id()); ) {
            at = at.parents().isEmpty() ? null : byId.get(at.parents().getFirst());
        }
        return line;
    }

    private Fact landing(Commit commit, JournalPosition then) {
        ParsedTrailers trailers = ofThisProject(proof.trailers(commit));
        CommitId before = commit.parents().isEmpty() ? null : commit.parents().getFirst();
        boolean saved = trailers.value(Trailers.LANDING).equals("saved");
        ParsedTrailers by =
                saved ? proof.trailers(repository.commit(commit.parents().get(1))) : trailers;
        return new Fact(
                saved ? Fact.Kind.SAVED : Fact.Kind.CONTENT,
                commit.id(),
                0,
                trailers.value(Trailers.BRANCH),
                before,
                commit.id(),
                by,
                trailers.at(commit.author().time()),
                then);
    }

    private JournalPosition addEntry(List<Fact> facts, Commit entry, JournalPosition at) {
        JournalPosition then = at.withJournal(entry.id());
        ParsedTrailers proven = proof.trailers(entry);
        ParsedTrailers trailers = proven.value(Trailers.PROJECT).isEmpty() ? proven : ofThisProject(proven);
        List<JournalMove> moves = Journal.moves(trailers);
        for (int number = 0; number < moves.size(); number++) {
            JournalMove move = moves.get(number);
            facts.add(new Fact(
                    Fact.Kind.valueOf(move.kind().name()),
                    entry.id(),
                    number,
                    move.branch(),
                    move.before(),
                    move.after(),
                    trailers,
                    trailers.at(entry.author().time()),
                    then));
        }
        return then;
    }

    /** The trailers where they name this project; nothing otherwise, as if the commit came from outside. */
    private ParsedTrailers ofThisProject(ParsedTrailers trailers) {
        return trailers.value(Trailers.PROJECT).equals(projectId) ? trailers : ParsedTrailers.nothing();
    }

    private Instant time(Commit commit) {
        return proof.trailers(commit).at(commit.author().time());
    }

    private static @Nullable CommitId commit(String sha) {
        return sha.isEmpty() ? null : new CommitId(sha);
    }
}
