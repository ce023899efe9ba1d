package cms.review;

import cms.format.ContextFile;
import cms.review.history.TrailerLines;
import cms.review.history.Trailers;
import org.jspecify.annotations.Nullable;

/**
 * On whose behalf a change is made; it stands in the trailers of the commit.
 *
 * @param id the user's id, or the id of the key or form that acts
 * @param email the co-author of the commit; forms and keys have fixed pseudo addresses
 * @param via a key or conversation that the person acted through; null for the person's own session
 */
public record Actor(
        String id,
        String email,
        ContextFile.Client client,
        @Nullable String via) {
    /** A person in the application. */
    public static Actor person(String id, String email) {
        return new Actor(id, email, ContextFile.Client.APP_UI, null);
    }

    /** The lines of a commit that speak of this actor. */
    TrailerLines trailers() {
        return Trailers.by(id, email, client.wireName(), via == null ? "" : via);
    }
}
