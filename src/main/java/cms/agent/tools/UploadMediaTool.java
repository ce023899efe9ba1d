package cms.agent.tools;

import cms.access.Capability;
import cms.agent.desk.Tool;
import cms.agent.desk.ToolInput;
import cms.agent.desk.ToolResult;
import cms.agent.desk.Work;

/** {@code upload_media}: a file from a URL becomes an asset; this service has no media. */
final class UploadMediaTool implements Tool {
    @Override
    public String name() {
        return "upload_media";
    }

    @Override
    public Capability least() {
        return Capability.UPLOAD_MEDIA;
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
