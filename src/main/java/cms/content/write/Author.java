package cms.content.write;

import cms.format.EntryMeta;
import cms.review.Actor;
import org.jspecify.annotations.Nullable;

/**
 * Who writes, and as what: {@code source} stands in the meta of every entry that is written (spec 2.8).
 *
 * @param tool the name of the operation in context.json, or of the remote tool; null for the operation's own
 */
public record Author(
        Actor actor, EntryMeta.Source source, @Nullable String tool) {
    /** A person in the application. */
    public static Author person(String userId, String email) {
        return new Author(Actor.person(userId, email), EntryMeta.Source.HUMAN, null);
    }

    /** The name of the operation for context.json. */
    public String toolOr(String own) {
        return tool == null ? own : tool;
    }
}
