package cms.agent.tools;

import cms.access.Capability;
import cms.agent.desk.Tool;
import cms.agent.desk.ToolInput;
import cms.agent.desk.ToolResult;
import cms.agent.desk.Work;
import cms.content.api.LocaleAdditionRequest;
import cms.content.api.SaveReport;
import cms.content.api.Written;
import cms.platform.json.Json;
import java.util.Optional;

/** {@code add_locale}: adds a locale to the project, without content; it lands at once. */
final class AddLocaleTool implements Tool {
    @Override
    public String name() {
        return "add_locale";
    }

    @Override
    public Capability least() {
        return Capability.ADD_LOCALE;
    }

    @Override
    public boolean writes() {
        return true;
    }

    @Override
    public ToolResult run(ToolInput input, Work work) {
        var request = new LocaleAdditionRequest(input.required("locale"), Optional.empty());
        Written<SaveReport> written = work.contents().addLocale(work.place(), work.author(), work.landing(), request);
        return ToolResult.written(
                written,
                written.workflow().wireName(),
                written.report().findings(),
                Json.object().put("locale", request.locale()),
                Optional.empty(),
                Optional.of(request.locale()));
    }
}
