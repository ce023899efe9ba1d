package cms.review.journal;

import cms.git.CommitId;
import cms.review.history.ParsedTrailers;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened, as the commits tell it.
 *
 * @param source the commit that tells of it: on {@code cms}, or an entry of the journal
 * @param number its place among those that the commit tells of
 * @param branch the branch that it happened to, or that landed; empty for what came from outside
 * @param before what the branch, or {@code cms}, was at; null for none
 * @param after what it is at; null when it is gone
 * @param by what is known of the author of the move
 * @param then the place behind it
 */
public record Fact(
        Kind kind,
        CommitId source,
        int number,
        String branch,
        @Nullable CommitId before,
        @Nullable CommitId after,
        ParsedTrailers by,
        Instant at,
        JournalPosition then) {
    /** The kind of move. */
    public enum Kind {
        OPENED,
        UPDATED,
        LANDED,
        REJECTED,
        REMOVED,
        PUSHED,
        /** {@code cms} has another commit: a save that landed at once, which {@link Fact#by} tells of. */
        SAVED,
        /** {@code cms} has another commit: a change that waited, or what came from outside. */
        CONTENT,
        /** The default branch stands elsewhere. */
        MAIN
    }
}
