package cms.agent.tools;

import cms.access.Capability;
import cms.agent.desk.Effect;
import cms.agent.desk.Tool;
import cms.agent.desk.ToolInput;
import cms.agent.desk.ToolResult;
import cms.agent.desk.Work;
import cms.platform.json.Json;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code delete_media}: deletes an asset; people can restore it for a day. An asset in use is deleted only after a
 * person has agreed.
 */
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
        String id = input.required("assetId");
        return MediaResults.with(work, media -> {
            if (work.isTrial()) {
                return MediaResults.triedOn(work, media, id);
            }
            media.delete(work.place(), work.author(), id, work.isAgreed());
            ObjectNode done = Json.object().put("assetId", id).put("deleted", true);
            return new ToolResult(done, false, Effect.none().removing(1));
        });
    }
}
