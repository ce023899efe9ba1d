package cms.agent.tools;

import cms.access.Capability;
import cms.agent.desk.Tool;
import cms.agent.desk.ToolInput;
import cms.agent.desk.ToolResult;
import cms.agent.desk.Work;

/** {@code search_media}: assets by words, tags and type; this service has no media. */
final class SearchMediaTool implements Tool {
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

        return Absent.media();
    }
}
