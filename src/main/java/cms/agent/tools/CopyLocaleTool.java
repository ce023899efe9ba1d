package cms.agent.tools;

import cms.access.Capability;
import cms.agent.desk.Tool;
import cms.agent.desk.ToolInput;
import cms.agent.desk.ToolResult;
import cms.agent.desk.Work;
import cms.agent.model.AgentLimits;
import cms.content.api.EntryPage;
import cms.content.api.LocaleCopyRequest;
import cms.content.api.SaveReport;
import cms.content.api.Written;
import cms.format.ModelDefinition;
import cms.platform.json.Json;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code copy_locale}: copies the entries of a model to a locale that has none of it yet. */
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
        var request = new LocaleCopyRequest(
                model.id(), input.required("from"), input.required("to"), input.texts("entryIds"));
        Set<String> there = ids(work, model, request.to());
        Written<SaveReport> written = work.contents().copyLocale(work.place(), work.author(), work.options(), request);
        ObjectNode own = Json.object().put("from", request.from()).put("to", request.to());
        ArrayNode copied = own.putArray("copied");
        ids(work, model, request.from()).stream()
                .filter(id -> request.entryIds().isEmpty() || request.entryIds().contains(id))
                .filter(id -> !there.contains(id))
                .limit(AgentLimits.NAMED_ENTRIES_MAX)
                .forEach(copied::add);
        ArrayNode skipped = own.putArray("skippedExisting");
        request.entryIds().stream().filter(there::contains).forEach(skipped::add);
        return ToolResult.saved(written, own, Optional.of(model.id()), Optional.of(request.to()));
    }

    private static Set<String> ids(Work work, ModelDefinition model, String locale) {
        return EntryReading.all(work, model, Optional.of(locale), AgentLimits.NAMED_ENTRIES_MAX).stream()
                .map(EntryPage.Item::id)
                .filter(id -> !id.isEmpty())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
