package cms.review.history;

import cms.format.merge.FieldChange;
import cms.git.Commit;
import cms.platform.json.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One landing.
 *
 * @param commit the commit on the branch that content lives on, which can be undone
 * @param writer the commit of the change's author: the one that was merged, or the landing itself
 * @param trailers the proven trailers of the writer's commit; none when it was pushed
 * @param isOmitting whether {@code changes} lacks values, for which there was no room
 */
public record Landing(
        Commit commit, Commit writer, ParsedTrailers trailers, List<FieldChange> changes, boolean isOmitting) {
    /**
     * {@code { commit, change, message, timestamp, actor: { id, email }, client, origin, tool, via, changes }}, with
     * {@code omitted} where it is true.
     */
    public ObjectNode json() {
        ObjectNode json = Json.object()
                .put("commit", commit.id().sha())
                .put("change", writer.id().sha())
                .put("message", writer.subject())
                .put("timestamp", commit.author().time().toString());
        String email = trailers.value(Trailers.CO_AUTHOR);
        json.putObject("actor")
                .put("id", orNull(trailers.actor()))
                .put("email", email.isEmpty() ? writer.author().email() : email);
        String client = trailers.value(Trailers.CLIENT);
        json.put("client", client.isEmpty() ? "git" : client)
                .put("origin", trailers.isNothing() ? "git" : trailers.origin().key())
                .put("tool", orNull(trailers.value(Trailers.TOOL)))
                .put("via", orNull(trailers.value(Trailers.VIA)));
        ArrayNode list = json.putArray("changes");
        changes.forEach(change -> list.add(change.json()));
        return isOmitting ? json.put("omitted", true) : json;
    }

    private static @Nullable String orNull(String text) {
        return text.isEmpty() ? null : text;
    }
}
