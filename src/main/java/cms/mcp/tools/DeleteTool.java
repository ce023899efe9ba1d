package cms.mcp.tools;

import cms.content.api.DeleteRequest;
import cms.content.api.SaveReport;
import cms.content.api.Written;
import cms.format.ModelDefinition;
import cms.mcp.call.Arguments;
import cms.mcp.call.Refusals;
import cms.mcp.call.Tool;
import cms.mcp.call.ToolContext;
import cms.mcp.call.ToolReply;
import cms.platform.json.Json;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** {@code cms_content_delete}: entries, documents or keys, once somebody has agreed. */
final class DeleteTool implements Tool {
    @Override
    public String name() {
        return "cms_content_delete";
    }

    @Override
    public ToolReply call(Arguments arguments, ToolContext context) {
        ModelDefinition model = DescribeTool.find(arguments.required("model"), context);
        List<String> keys = new ArrayList<>(arguments.texts("ids"));
        arguments.text("id").ifPresent(keys::add);
        arguments.text("slug").ifPresent(keys::add);
        keys.addAll(arguments.texts("keys"));
        DeleteRequest request = new DeleteRequest(model.id(), arguments.text("locale"), keys);
        boolean tried = arguments.flag("dry_run");
        if (!tried && !arguments.flag("confirm") && !context.agreed()) {
            return ToolReply.confirm("This deletes " + request.keys().size() + " of the model " + model.id() + ".");
        }
        Written<SaveReport> written = context.contents()
                .delete(context.place(), context.author(), context.options(arguments, name()), request);
        if (!written.report().valid()) {
            return Refusals.findings(written.report().findings());
        }
        ObjectNode value = Json.object()
                .put("status", Landing.status(written))
                .put("message", Landing.message(written, request.keys().size() + " deleted."))
                .put("deleted", written.change().isPresent())
                .put("files_removed", written.diff().size());
        return ToolReply.written(Landing.add(value, written), Landing.branch(written));
    }
}
