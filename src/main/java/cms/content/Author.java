package cms.content;

import cms.format.EntryMeta;
import cms.review.Actor;
import org.jspecify.annotations.Nullable;

/**
 * Who writes, and as what: {@code source} stands in the meta of every entry that is written (spec 2.8).
 *
 * @param tool the name of the operation in context.json, or of the remote tool; null for the operation's own
 */
record Author(
        Actor actor, EntryMeta.Source source, @Nullable String tool) {
    /** A person in the application. */
    static Author person(String userId, String email) {
        return new Author(Actor.person(userId, email), EntryMeta.Source.HUMAN, null);
    }

    String toolOr(String own) {
        return tool == null ? own : tool;
    }
}
