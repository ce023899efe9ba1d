package cms.agent.tools;

import cms.access.Capability;
import cms.agent.desk.Tool;
import cms.agent.desk.ToolInput;
import cms.agent.desk.ToolResult;
import cms.agent.desk.Work;
import cms.content.api.LocaleCopyRequest;
import cms.content.api.SaveReport;
import cms.content.api.Written;
import cms.format.ModelDefinition;
import cms.platform.json.Json;
import java.util.Optional;

/** {@code copy_locale}: what a model says in one locale begins another one, which has nothing of it yet. */
final class CopyLocaleTool implements Tool {
    @Override
    public String name() {
        return "copy_locale";
    }

    @Override
    public Capability least() {
        return Capability.COPY_LOCALE;
    }

    @Override
    public boolean writes() {
        return true;
    }

    @Override
    public ToolResult run(ToolInput input, Work work) {

        ModelDefinition model = work.model(input.required("model"));
        var request = new LocaleCopyRequest(model.id(), input.required("from"), input.required("to"));
        Written<SaveReport> written = work.contents().copyLocale(work.place(), work.author(), work.options(), request);
        return ToolResult.written(
                written,
                written.report().workflow().wireName(),
                written.report().findings(),
                Json.object().put("from", request.from()).put("to", request.to()),
                Optional.of(model.id()),
                Optional.of(request.to()));
    }
}
