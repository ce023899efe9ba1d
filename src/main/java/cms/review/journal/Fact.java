package cms.review.journal;

import cms.git.CommitId;
import cms.review.history.ParsedTrailers;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An event of a repository, read from its commits.
 *
 * @param source the commit that records it: on {@code cms}, or an entry of the journal
 * @param number its index among the events that the commit records
 * @param branch the branch that it happened to, or that landed; empty for content from outside
 * @param before the tip of the branch, or of {@code cms}, before; null for none
 * @param after the tip after; null when the branch is gone
 * @param by the trailers about the author of the move
 * @param then the position behind it
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
        /** {@code cms} has another commit: a save that landed at once, whose author is {@link Fact#by}. */
        SAVED,
        /** {@code cms} has another commit: a change that waited, or content from outside. */
        CONTENT,
        /** The default branch has moved. */
        MAIN
    }
}
