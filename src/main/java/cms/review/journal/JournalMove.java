package cms.review.journal;

import cms.git.CommitId;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One branch that moved, as the journal notes it: {@code <kind> <before> <after> <branch>}.
 *
 * @param before null when the branch is new
 * @param after null when the branch is gone
 */
public record JournalMove(
        Kind kind,
        String branch,
        @Nullable CommitId before,
        @Nullable CommitId after) {
    /** The meaning of the move. */
    public enum Kind {
        OPENED,
        UPDATED,
        LANDED,
        REJECTED,
        /** Cleared away after it had landed. */
        REMOVED,
        /** A branch that is not a change was moved by a push. */
        PUSHED
    }

    private static final String NONE = "-";

    /** Whether the branch was not there before. */
    boolean begins() {
        return kind == Kind.OPENED || kind == Kind.PUSHED && before == null;
    }

    String line() {
        return String.join(" ", kind.name().toLowerCase(Locale.ROOT), sha(before), sha(after), branch);
    }

    static Optional<JournalMove> parse(String line) {
        String[] pieces = line.split(" ", 4);
        if (pieces.length < 4) {
            return Optional.empty();
        }
        Kind kind = Kind.valueOf(pieces[0].toUpperCase(Locale.ROOT));
        return Optional.of(new JournalMove(kind, pieces[3], commit(pieces[1]), commit(pieces[2])));
    }

    private static String sha(@Nullable CommitId commit) {
        return commit == null ? NONE : commit.sha();
    }

    private static @Nullable CommitId commit(String sha) {
        return sha.equals(NONE) ? null : new CommitId(sha);
    }
}
