package cms.agent.tools;

import cms.access.Capability;
import cms.agent.desk.Tool;
import cms.agent.desk.ToolInput;
import cms.agent.desk.ToolResult;
import cms.agent.desk.Work;

/** {@code update_media}: what is said of an asset; this service has no media. */
final class UpdateMediaTool implements Tool {
    @Override
    public String name() {
        return "update_media";
    }

    @Override
    public Capability least() {
        return Capability.UPDATE_MEDIA;
    }

    @Override
    public boolean writes() {
        return true;
    }

    @Override
    public ToolResult run(ToolInput input, Work work) {

        return Absent.media();
    }
}
