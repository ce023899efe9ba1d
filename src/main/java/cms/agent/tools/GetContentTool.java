package cms.agent.tools;

import cms.access.Capability;
import cms.agent.desk.Tool;
import cms.agent.desk.ToolInput;
import cms.agent.desk.ToolResult;
import cms.agent.desk.Work;
import cms.content.api.EntryPage;
import cms.format.ModelDefinition;
import cms.format.ModelKind;
import cms.platform.json.Json;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** {@code get_content}: a model's entries in a locale, {@code { modelId, locale, kind, data, meta }}. */
final class GetContentTool implements Tool {
    private static final int LIMIT = 50;

    @Override
    public String name() {
        return "get_content";
    }

    @Override
    public Capability least() {
        return Capability.READ_CONTENT;
    }

    @Override
    public ToolResult run(ToolInput input, Work work) {
        ModelDefinition model = work.model(input.required("model"));
        EntryPage page = work.list(EntryReading.query(work, model, input, List.of(), input.integer("limit", LIMIT)));
        Strangers strangers = new Strangers(work);
        strangers.look(model.id(), page.entries());
        ObjectNode value = Json.object()
                .put("modelId", model.id())
                .put("locale", page.locale())
                .put("kind", model.kind().wireName());
        boolean many = model.kind() == ModelKind.COLLECTION || model.kind() == ModelKind.DOCUMENT;
        ObjectNode data = value.putObject("data");
        ObjectNode meta = value.putObject("meta");
        for (EntryPage.Item item : page.entries()) {
            if (many) {
                data.set(item.id(), strangers.data(model.id(), item));
                meta.set(item.id(), item.meta());
            } else {
                value.set("data", strangers.data(model.id(), item));
                value.set("meta", item.meta());
            }
        }
        value.put("total", page.total()).put("version", page.commit().sha());
        page.next().ifPresent(next -> value.put("cursor", next));
        return strangers.marked(value);
    }
}
