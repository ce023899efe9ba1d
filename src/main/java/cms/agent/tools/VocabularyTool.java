package cms.agent.tools;

import cms.access.Capability;
import cms.agent.desk.Tool;
import cms.agent.desk.ToolInput;
import cms.agent.desk.ToolResult;
import cms.agent.desk.Work;
import cms.content.api.VocabularyRequest;
import cms.content.api.Written;
import cms.format.Vocabulary;
import cms.platform.json.Json;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code vocabulary}: reads or changes the terms; a change lands at once. */
final class VocabularyTool implements Tool {
    @Override
    public String name() {
        return "vocabulary";
    }

    @Override
    public Capability least() {
        return Capability.EDIT_VOCABULARY;
    }

    @Override
    public boolean writes() {
        return true;
    }

    @Override
    public ToolResult run(ToolInput input, Work work) {
        if (input.required("action").equals("get")) {
            ObjectNode value = Json.object();
            JsonNode terms = work.overview().path("vocabulary").path("terms");
            value.set("terms", terms.isObject() ? terms : Json.object());
            return ToolResult.of(value.put("total", terms.size()));
        }
        var request = new VocabularyRequest(input.object("terms").orElseGet(Json::object));
        Written<Vocabulary> written =
                work.contents().setVocabulary(work.place(), work.author(), work.landing(), request);
        String workflow =
                written.change().map(change -> change.workflow().wireName()).orElse("");
        ObjectNode own = Json.object();
        request.terms().propertyNames().forEach(own.putArray("terms")::add);
        return ToolResult.written(written, workflow, List.of(), own, Optional.empty(), Optional.empty());
    }
}
