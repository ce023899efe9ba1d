package cms.review.history;

import cms.format.merge.FieldChange;
import cms.git.Commit;
import cms.platform.json.Json;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One step of what has landed.
 *
 * @param commit the commit on the branch that content lives on, which can be undone
 * @param writer the commit of whoever made the change: the one that was merged, or the same
 */
public record Landing(Commit commit, Commit writer, List<FieldChange> changes) {
    /** {@code { commit, change, message, timestamp, actor: { id, email }, client, tool, via, changes }}. */
    public ObjectNode json() {
        Map<String, String> said = TrailerLines.read(writer.message());
        ObjectNode json = Json.object()
                .put("commit", commit.id().sha())
                .put("change", writer.id().sha())
                .put("message", writer.subject())
                .put("timestamp", commit.author().time().toString());
        json.putObject("actor")
                .put("id", said.get("Cms-Actor"))
                .put(
                        "email",
                        said.getOrDefault("Co-Authored-By", writer.author().email()));
        json.put("client", said.getOrDefault("Cms-Client", "git"))
                .put("tool", said.get("Cms-Tool"))
                .put("via", said.get("Cms-Via"));
        ArrayNode list = json.putArray("changes");
        changes.forEach(change -> list.add(change.json()));
        return json;
    }
}
