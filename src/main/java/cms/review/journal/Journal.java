package cms.review.journal;

import cms.git.Commit;
import cms.git.CommitId;
import cms.git.Repository;
import cms.git.Writing;
import cms.githost.Bot;
import cms.review.history.CommitProof;
import cms.review.history.ParsedTrailers;
import cms.review.history.TrailerLines;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The moves of branches that no commit on {@code cms} records: opened, updated, discarded, cleared away, pushed. Each
 * entry is a commit without files that moves in the same step as the branches, so that a crash leaves both or none. A
 * save that lands at once needs no entry.
 */
public final class Journal {
    private static final String REF = "journal";
    private static final String MOVE = "Cms-Move";
    private static final String ANSWER = "Cms-Answer";
    /** Entries that are read for the opener of a branch, as a push waits for it; of older branches it is not known. */
    private static final int ENTRIES_READ_MAX = 10_000;

    private Journal() {}

    /** Adds an entry to the write; {@code lines} name its author and tool. */
    public static void append(
            Writing writing, CommitProof proof, Instant now, TrailerLines lines, List<JournalMove> moves) {
        moves.forEach(move -> lines.add(MOVE, move.line()));
        JournalMove first = moves.getFirst();
        String more = moves.size() > 1 ? " and " + (moves.size() - 1) + " more" : "";
        CommitId entry = proof.commit(
                writing,
                writing.emptyTree(),
                writing.own(REF).map(List::of).orElse(List.of()),
                Bot.at(now),
                first.line().split(" ", 2)[0] + " " + first.branch() + more,
                lines);
        writing.moveOwn(REF, entry);
    }

    static Optional<CommitId> tip(Writing writing) {
        return writing.own(REF);
    }

    /** Adds the commit with which a repeated request is answered, where the moves do not contain it. */
    public static void addAnswer(TrailerLines lines, CommitId answer) {
        lines.add(ANSWER, answer.sha());
    }

    public static Optional<CommitId> answer(ParsedTrailers entry) {
        return Optional.of(entry.value(ANSWER)).filter(sha -> !sha.isEmpty()).map(CommitId::new);
    }

    /** The newest entry. */
    public static Optional<CommitId> tip(Repository repository) {
        return repository.own(REF);
    }

    /** A move of a branch and the user who moved it; empty text where no user did. */
    record Attributed(JournalMove move, String userId) {}

    /**
     * The id of the user who opened a branch last, as far back as the journal is read; empty text for a branch that no
     * user opened, empty when the journal does not tell.
     */
    public static Optional<String> opener(Writing writing, CommitProof proof, String branch) {
        return sinceOpening(writing, proof, branch).stream()
                .filter(one -> one.move().begins())
                .map(Attributed::userId)
                .findFirst();
    }

    /** The moves of a branch back to the one that opened it last, newest first, as far back as the journal is read. */
    static List<Attributed> sinceOpening(Writing writing, CommitProof proof, String branch) {
        List<Attributed> moves = new ArrayList<>();
        Optional<CommitId> next = writing.own(REF);
        boolean begun = false;
        for (int read = 0; next.isPresent() && !begun && read < ENTRIES_READ_MAX; read++) {
            Commit entry = writing.info(next.get());
            ParsedTrailers trailers = proof.trailers(entry);
            moves(trailers).stream()
                    .filter(move -> move.branch().equals(branch))
                    .forEach(move -> moves.add(new Attributed(move, trailers.actor())));
            begun = !moves.isEmpty() && moves.getLast().move().begins();
            next = entry.parents().stream().findFirst();
        }
        return moves;
    }

    /**
     * The newest move of each of some branches.
     *
     * @param isWhole whether a branch without a move has none; otherwise the journal goes on further back than was read
     */
    record Newest(Map<String, JournalMove> moves, boolean isWhole) {
        /** Whether the newest move of a branch has brought it to this tip. */
        boolean brought(String branch, @Nullable CommitId tip) {
            JournalMove move = moves.get(branch);
            return move != null && Objects.equals(move.after(), tip);
        }

        /** The commit to which the newest move has brought a branch; null without a move, or when it was removed. */
        @Nullable
        CommitId place(String branch) {
            JournalMove move = moves.get(branch);
            return move == null ? null : move.after();
        }
    }

    /** Reads back until every one of the branches has been met, or so many entries have been read. */
    static Newest newest(
            Optional<CommitId> tip,
            Function<CommitId, Commit> commits,
            CommitProof proof,
            Set<String> branches,
            int entriesMax) {
        return newest(tip, commits, proof, branches::contains, branches.size(), entriesMax);
    }

    /** The newest move of every branch, in as many entries. */
    static Newest newest(
            Optional<CommitId> tip, Function<CommitId, Commit> commits, CommitProof proof, int entriesMax) {
        return newest(tip, commits, proof, branch -> true, Integer.MAX_VALUE, entriesMax);
    }

    private static Newest newest(
            Optional<CommitId> tip,
            Function<CommitId, Commit> commits,
            CommitProof proof,
            Predicate<String> wanted,
            int branchesMax,
            int entriesMax) {
        Map<String, JournalMove> found = new HashMap<>();
        Optional<CommitId> next = tip;
        for (int read = 0; next.isPresent() && found.size() < branchesMax && read < entriesMax; read++) {
            Commit entry = commits.apply(next.get());
            moves(proof.trailers(entry)).reversed().stream()
                    .filter(move -> wanted.test(move.branch()))
                    .forEach(move -> found.putIfAbsent(move.branch(), move));
            next = entry.parents().stream().findFirst();
        }
        return new Newest(found, next.isEmpty());
    }

    public static List<JournalMove> moves(ParsedTrailers entry) {
        return entry.values(MOVE).stream()
                .flatMap(line -> JournalMove.parse(line).stream())
                .toList();
    }
}
