package cms.mcp.tools;

import cms.content.api.ModelReport;
import cms.content.api.Written;
import cms.format.ModelDefinition;
import cms.mcp.call.Arguments;
import cms.mcp.call.Refusals;
import cms.mcp.call.Tool;
import cms.mcp.call.ToolContext;
import cms.mcp.call.ToolReply;
import cms.platform.json.Json;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code cms_model_delete}: deletes a model with its content, unless another one refers to it. */
final class ModelDeleteTool implements Tool {
    @Override
    public String name() {
        return "cms_model_delete";
    }

    @Override
    public ToolReply call(Arguments arguments, ToolContext context) {
        String id = DescribeTool.model(arguments.required("model"), context).id();
        ArrayNode referring = referring(id, context);
        if (!referring.isEmpty()) {
            ObjectNode value = Json.object().put("deleted", false).put("error", "REFERENCED_MODEL");
            value.set("referenced_by", referring);
            return ToolReply.of(value);
        }
        boolean tried = arguments.flag("dry_run");
        if (!tried && !arguments.flag("confirm") && !context.agreed()) {
            return ToolReply.confirm("This deletes the model " + id + " and all of its content.");
        }
        Written<ModelReport> written = context.contents()
                .deleteModel(context.place(), context.author(), context.options(arguments, name()), id);
        if (written.status() == Written.Status.REFUSED) {
            return Refusals.findings(written.report().findings());
        }
        ObjectNode value = Json.object()
                .put("status", LandingReport.status(written))
                .put("message", LandingReport.message(written, "The model " + id + " is deleted."))
                .put("deleted", written.change().isPresent())
                .put("files_removed", written.diff().size());
        return ToolReply.written(
                LandingReport.addNext(LandingReport.add(value, written), written), LandingReport.branch(written));
    }

    /** The relations of other models that lead to this one, nested ones as well: {@code [{ model, field, type }]}. */
    private static ArrayNode referring(String id, ToolContext context) {
        ArrayNode found = Json.object().putArray("referring");
        for (ModelDefinition other : context.contents().models(context.place(), Optional.empty())) {
            if (!other.id().equals(id)) {
                other.relations().forEach((path, field) -> {
                    if (field.models().contains(id)) {
                        found.addObject()
                                .put("model", other.id())
                                .put("field", path)
                                .put("type", field.typeName());
                    }
                });
            }
        }
        return found;
    }
}
