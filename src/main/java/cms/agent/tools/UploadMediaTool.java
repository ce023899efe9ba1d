package cms.agent.tools;

import cms.access.Capability;
import cms.agent.desk.Tool;
import cms.agent.desk.ToolInput;
import cms.agent.desk.ToolResult;
import cms.agent.desk.Work;
import cms.agent.model.AgentLimits;
import cms.media.Upload;
import java.time.Duration;

/** {@code upload_media}: makes an asset of the file at a URL. */
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
    public Duration timeout() {
        return AgentLimits.UPLOAD_MAX;
    }

    @Override
    public ToolResult run(ToolInput input, Work work) {
        return MediaResults.with(work, media -> {
            Upload upload = Upload.by(
                    work.author(), Upload.Source.AGENT, input.text("alt"), input.texts("tags"), input.text("variants"));
            return work.isTrial()
                    ? MediaResults.tried("url", input.required("url"))
                    : ToolResult.of(media.addFromUrl(work.place(), upload, input.required("url"), part -> true)
                            .asset());
        });
    }
}
