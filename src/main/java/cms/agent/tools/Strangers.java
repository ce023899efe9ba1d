package cms.agent.tools;

import cms.agent.desk.ToolResult;
import cms.agent.desk.Untrusted;
import cms.agent.desk.Work;
import cms.content.api.EntryPage;
import cms.platform.json.Json;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Finds text of strangers among entries that are read: entries that were submissions once, and those that the agent
 * wrote after it had read text of strangers. They are named beside the data and lose invisible characters; their
 * structure stays, so that they can be saved again.
 */
final class Strangers {
    private static final String FORM_ADDRESS = "@forms.invalid";
    private static final String SUBMISSION = "submission";

    /** Origin of entries that the agent wrote after it had read text of strangers. */
    private static final String AGENT = "agent";

    private final Work work;
    private final Set<String> found = new TreeSet<>();
    private final Set<String> origins = new TreeSet<>(Comparator.reverseOrder());

    Strangers(Work work) {
        this.work = work;
    }

    /** Records the entries of strangers among these; to be called before any of them is shown. */
    void look(String model, List<EntryPage.Item> items) {
        lookAt(model, items.stream().map(EntryPage.Item::id).toList());
        items.stream()
                .filter(item -> item.meta().path("updated_by").asString("").endsWith(FORM_ADDRESS))
                .forEach(item -> note(model, Set.of(item.id()), SUBMISSION));
    }

    void lookAt(String model, List<String> ids) {
        List<String> named = ids.stream().filter(id -> !id.isEmpty()).distinct().toList();
        note(model, work.ofVisitors(model, named), SUBMISSION);
        note(model, work.afterStrangers(model, ids.stream().distinct().toList()), AGENT);
    }

    private void note(String model, Set<String> ids, String origin) {
        ids.forEach(id -> found.add(key(model, id)));
        if (!ids.isEmpty()) {
            origins.add(origin);
        }
    }

    private static String key(String model, String id) {
        return id.isEmpty() ? model : model + "/" + id;
    }

    private boolean wrote(String model, String id) {
        return found.contains(key(model, id));
    }

    ObjectNode data(String model, EntryPage.Item item) {
        ObjectNode data = EntryReading.data(item);
        return wrote(model, item.id()) ? Untrusted.whole(data) : data;
    }

    String text(String model, String id, String text) {
        return wrote(model, id) ? Untrusted.visible(text) : text;
    }

    String title(String model, EntryPage.Item item) {
        return text(model, item.id(), EntryReading.title(item));
    }

    /**
     * The result with {@code untrusted: { origin, entries: ["<model>/<id>"] }} beside the data, where there are such
     * entries; the origin is {@code submission}, {@code agent}, or {@code submission and agent}.
     */
    ToolResult marked(ObjectNode value) {
        if (!found.isEmpty()) {
            ObjectNode untrusted = Json.object().put("origin", String.join(" and ", origins));
            ArrayNode entries = untrusted.putArray("entries");
            found.forEach(entries::add);
            value.set("untrusted", untrusted);
        }
        return ToolResult.read(value, !found.isEmpty());
    }
}
