package cms.agent.talk;

import cms.agent.model.AgentLimits;
import cms.platform.json.Json;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * The present state of the project. It is in the last message only, so that the cached part before it does not change.
 */
public final class StateBlock {
    private StateBlock() {}

    /**
     * @param phase of the project
     * @param branches the open changes
     * @param schemaChanged whether models or configuration differ from those in the beginning
     */
    public static String of(
            ChatContext context, Instant now, String phase, List<String> branches, String own, boolean schemaChanged) {
        ObjectNode state = Json.object()
                .put("time", now.truncatedTo(ChronoUnit.MINUTES).toString())
                .put("phase", phase)
                .put("panel", context.panel());
        context.locale().ifPresent(locale -> state.put("locale", locale));
        context.modelId().ifPresent(model -> state.put("model", model));
        context.entryId().ifPresent(entry -> state.put("entry", entry));
        context.branch().ifPresent(branch -> state.put("branch", branch));
        if (!context.items().isEmpty()) {
            state.set("items", context.items());
        }
        if (!branches.isEmpty()) {
            branches.stream().limit(AgentLimits.STATE_BRANCHES_MAX).forEach(state.putArray("openChanges")::add);
        }
        if (!own.isEmpty()) {
            state.put("changeOfThisConversation", own);
        }
        if (schemaChanged) {
            state.put("schemaChanged", "call list_models before you rely on models above");
        }
        return "<state>" + Json.text(state).replace("<", "\\u003c") + "</state>";
    }
}
