package cms.agent.tools;

import cms.access.Capability;
import cms.agent.desk.Tool;
import cms.agent.desk.ToolInput;
import cms.agent.desk.ToolResult;
import cms.agent.desk.Work;
import cms.platform.http.Body;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** {@code update_media}: changes texts, tags and focal point of an asset. */
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
        String id = input.required("assetId");
        ObjectNode words = input.json().deepCopy();
        words.remove("assetId");
        return MediaResults.with(
                work,
                media -> work.isTrial()
                        ? MediaResults.triedOn(work, media, id)
                        : ToolResult.of(media.json(
                                work.place(),
                                media.change(work.place(), work.author(), id, Body.of(words), Optional.empty()))));
    }
}
