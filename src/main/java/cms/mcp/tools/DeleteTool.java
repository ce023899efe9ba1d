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
import cms.platform.json.ArgumentIssue;
import cms.platform.json.Json;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** {@code cms_content_delete}: deletes entries, documents or keys after a person or an argument has confirmed it. */
final class DeleteTool implements Tool {
    private static final List<String> NAMING = List.of("id", "ids", "slug", "keys");

    @Override
    public String name() {
        return "cms_content_delete";
    }

    @Override
    public ToolReply call(Arguments arguments, ToolContext context) {
        ModelDefinition model = DescribeTool.model(arguments.required("model"), context);
        List<ArgumentIssue> issues = issues(model, arguments);
        if (!issues.isEmpty()) {
            return Refusals.invalid(issues);
        }
        List<String> keys = new ArrayList<>(arguments.texts("ids"));
        arguments.text("id").ifPresent(keys::add);
        arguments.text("slug").ifPresent(keys::add);
        keys.addAll(arguments.texts("keys"));
        DeleteRequest request = new DeleteRequest(model.id(), context.locale(model, arguments.text("locale")), keys);
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
                .put("status", LandingReport.status(written))
                .put("message", LandingReport.message(written, request.keys().size() + " deleted."))
                .put("deleted", written.change().isPresent())
                .put("files_removed", written.diff().size());
        return ToolReply.written(
                LandingReport.addNext(LandingReport.add(value, written), written), LandingReport.branch(written));
    }

    /** Checks the argument that names what to delete, which differs for each kind of model. */
    private static List<ArgumentIssue> issues(ModelDefinition model, Arguments arguments) {
        List<String> meant = switch (model.kind()) {
            case COLLECTION -> List.of("ids", "id");
            case DOCUMENT -> List.of("slug", "ids");
            case DICTIONARY -> List.of("keys");
            case SINGLETON -> List.of();
        };
        String kind = "The model " + model.id() + " is a " + model.kind().wireName();
        if (meant.isEmpty()) {
            return List.of(ArgumentIssue.of(
                    "model",
                    "kind",
                    kind + ", which has no entries to delete; clear its members with cms_content_save."));
        }
        List<ArgumentIssue> issues = new ArrayList<>();
        NAMING.stream()
                .filter(name -> arguments.json().has(name) && !meant.contains(name))
                .forEach(name -> issues.add(new ArgumentIssue(
                        name, "kind", kind + ": send " + meant.getFirst() + ", not " + name + ".", null, null, meant)));
        boolean named =
                meant.stream().map(arguments.json()::path).anyMatch(value -> value.isString() || !value.isEmpty());
        if (issues.isEmpty() && !named) {
            issues.add(ArgumentIssue.of(
                    meant.getFirst(), "required", kind + ": " + meant.getFirst() + " names what goes."));
        }
        return issues;
    }
}
