package cms.agent.tools;

import cms.access.Capability;
import cms.agent.desk.Tool;
import cms.agent.desk.ToolInput;
import cms.agent.desk.ToolResult;
import cms.agent.desk.Work;

/** {@code get_media}: one asset with its variants and its uses in content. */
final class GetMediaTool implements Tool {
    @Override
    public String name() {
        return "get_media";
    }

    @Override
    public Capability least() {
        return Capability.READ_MEDIA;
    }

    @Override
    public ToolResult run(ToolInput input, Work work) {
        return MediaResults.with(
                work,
                media -> ToolResult.of(media.json(work.place(), media.asset(work.place(), input.required("assetId")))));
    }
}
