package cms.agent.tools;

import cms.access.Capability;
import cms.agent.desk.Tool;
import cms.agent.desk.ToolInput;
import cms.agent.desk.ToolResult;
import cms.agent.desk.Work;
import cms.content.api.ConfigRequest;
import cms.content.api.InitRequest;
import cms.content.api.ModelReport;
import cms.content.api.Written;
import cms.platform.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** {@code init_project}: writes the configuration and first models; it lands at once. */
final class InitProjectTool implements Tool {
    @Override
    public String name() {
        return "init_project";
    }

    @Override
    public Capability least() {
        return Capability.INIT_PROJECT;
    }

    @Override
    public boolean writes() {
        return true;
    }

    @Override
    public ToolResult run(ToolInput input, Work work) {
        List<String> locales = input.texts("locales");
        List<ObjectNode> models = new ArrayList<>();
        input.json().path("models").forEach(model -> models.add((ObjectNode) model));
        var settings = new ConfigRequest(
                Optional.empty(),
                locales.stream().findFirst(),
                Optional.of(locales),
                Optional.of(input.texts("domains")),
                Optional.empty());
        Written<ModelReport> written = work.contents()
                .initialise(
                        work.place(),
                        work.author(),
                        work.landing(),
                        InitRequest.of(input.required("stack"), settings, models));
        ObjectNode own = Json.object();
        var ids = own.putArray("models");
        models.forEach(model -> ids.add(model.path("id").asString()));
        return ToolResult.written(
                written,
                written.workflow().wireName(),
                written.report().findings(),
                own,
                Optional.empty(),
                Optional.empty());
    }
}
