package cms.agent.tools;

import cms.access.Capability;
import cms.agent.desk.Tool;
import cms.agent.desk.ToolInput;
import cms.agent.desk.ToolResult;
import cms.agent.desk.Work;
import cms.agent.model.AgentLimits;
import cms.agent.model.CleanText;
import cms.platform.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code brain_search}: entries that match words, best first. */
final class BrainSearchTool implements Tool {
    private static final int LIMIT = 10;

    @Override
    public String name() {
        return "brain_search";
    }

    @Override
    public Capability least() {
        return Capability.READ_CONTENT;
    }

    @Override
    public ToolResult run(ToolInput input, Work work) {
        input.text("model").ifPresent(work::model);
        ObjectNode found = work.search(input.required("query"), input.text("model"), input.integer("limit", LIMIT));
        Map<String, List<String>> ids = new TreeMap<>();
        for (JsonNode hit : found.path("results")) {
            ids.computeIfAbsent(hit.path("model").asString(""), any -> new ArrayList<>())
                    .add(hit.path("id").asString(""));
        }
        Strangers strangers = new Strangers(work);
        ids.forEach(strangers::lookAt);
        ObjectNode value = Json.object().put("query", input.required("query"));
        ArrayNode results = value.putArray("results");
        for (JsonNode hit : found.path("results")) {
            String model = hit.path("model").asString("");
            String id = hit.path("id").asString("");
            String snippet = strangers.text(model, id, hit.path("snippet").asString(""));
            JsonNode title = hit.path("title");
            results.addObject()
                    .put("modelId", model)
                    .put("entryId", hit.path("id").asString(null))
                    .put("locale", hit.path("locale").asString(""))
                    .put("title", title.isString() ? strangers.text(model, id, title.asString()) : null)
                    .put("preview", CleanText.head(snippet, AgentLimits.PREVIEW_CHARS_MAX));
        }
        return strangers.marked(value.put("total", found.path("total").asInt(0)));
    }
}
