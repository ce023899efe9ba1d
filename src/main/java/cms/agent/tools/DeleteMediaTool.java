package cms.agent.tools;

import cms.access.Capability;
import cms.agent.desk.Tool;
import cms.agent.desk.ToolInput;
import cms.agent.desk.ToolResult;
import cms.agent.desk.Work;

/** {@code delete_media}: an asset goes; this service has no media. */
final class DeleteMediaTool implements Tool {
    @Override
    public String name() {
        return "delete_media";
    }

    @Override
    public Capability least() {
        return Capability.DELETE_MEDIA;
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
