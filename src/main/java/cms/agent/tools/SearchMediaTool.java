package cms.agent.tools;

import cms.access.Capability;
import cms.agent.desk.Tool;
import cms.agent.desk.ToolInput;
import cms.agent.desk.ToolResult;
import cms.agent.desk.Work;
import cms.agent.model.AgentLimits;
import cms.media.Media;
import cms.platform.json.Json;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code search_media}: assets by words, tags and type, the newest first. */
final class SearchMediaTool implements Tool {
    private static final int LIMIT = 10;

    @Override
    public String name() {
        return "search_media";
    }

    @Override
    public Capability least() {
        return Capability.READ_MEDIA;
    }

    @Override
    public ToolResult run(ToolInput input, Work work) {
        return MediaResults.with(work, media -> {
            Media.Listed found = media.search(
                    work.place(),
                    new Media.Search(
                            input.text("query").orElse(""),
                            input.texts("tags"),
                            input.text("type"),
                            1,
                            Math.clamp(input.integer("limit", LIMIT), 1, AgentLimits.MEDIA_FOUND_MAX)));
            ObjectNode value = Json.object();
            ArrayNode assets = value.putArray("assets");
            found.assets().forEach(asset -> assets.add(MediaResults.brief(asset)));
            return ToolResult.of(value.put("total", found.total()));
        });
    }
}
