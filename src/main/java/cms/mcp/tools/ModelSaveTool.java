package cms.mcp.tools;

import cms.content.api.Finding;
import cms.content.api.ModelReport;
import cms.content.api.ModelRequest;
import cms.content.api.Written;
import cms.format.ModelDefinition;
import cms.mcp.call.Arguments;
import cms.mcp.call.Refusals;
import cms.mcp.call.Tool;
import cms.mcp.call.ToolContext;
import cms.mcp.call.ToolReply;
import cms.platform.json.Json;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code cms_model_save}: saves a model, and reports what stored entries lose by the change. */
final class ModelSaveTool implements Tool {
    private static final List<String> CALL_ONLY = List.of("dry_run", "idempotency_key");
    private static final int WARNINGS_MAX = 50;

    @Override
    public String name() {
        return "cms_model_save";
    }

    @Override
    public ToolReply call(Arguments arguments, ToolContext context) {
        String id = arguments.required("id");
        Optional<ModelDefinition> before = context.contents().models(context.place(), Optional.empty()).stream()
                .filter(model -> model.id().equals(id))
                .findFirst();
        ModelRequest request =
                ModelRequest.over(before, id, arguments.json().deepCopy().without(CALL_ONLY));
        Written<ModelReport> written = context.contents()
                .saveModel(context.place(), context.author(), context.options(arguments, name()), request);
        if (written.status() == Written.Status.REFUSED) {
            return Refusals.findings(written.report().findings(), finding -> path(arguments, finding));
        }
        ObjectNode value = Json.object()
                .put("status", LandingReport.status(written))
                .put("message", LandingReport.message(written, "The model " + id + " is saved."))
                .put("action", before.isPresent() ? "updated" : "created")
                .put("model", id);
        ArrayNode breaks = value.putArray("breaks");
        written.report().breaking().stream().limit(50).forEach(item -> breaks.add(item.json()));
        ObjectNode validation = value.putObject("validation").put("valid", true);
        validation.putArray("errors");
        addWarnings(value, arguments, written.report().findings());
        LandingReport.add(value, written);
        value.put("content_path", contentPath(request));
        return ToolReply.written(LandingReport.addNext(value, written), LandingReport.branch(written));
    }

    private static void addWarnings(ObjectNode value, Arguments arguments, List<Finding> findings) {
        ArrayNode warnings = Json.object().putArray("warnings");
        findings.stream()
                .limit(WARNINGS_MAX)
                .forEach(finding -> warnings.addObject()
                        .put("path", path(arguments, finding))
                        .put("code", finding.severity().wireName())
                        .put("message", finding.message()));
        if (!warnings.isEmpty()) {
            value.set("schema_warnings", warnings);
        }
    }

    /** Path of a finding in the arguments: a member of the model, or one of its fields. */
    private static String path(Arguments arguments, Finding finding) {
        String top = finding.field().split("[.\\[]", 2)[0];
        return arguments.object("fields").filter(fields -> fields.has(top)).isPresent()
                ? "fields." + finding.field()
                : finding.field();
    }

    private static String contentPath(ModelRequest request) {
        ObjectNode definition = request.definition();
        return definition
                .path("content_path")
                .asString(".cms/content/" + definition.path("domain").asString("") + "/" + request.modelId());
    }
}
