package cms.agent.talk;

import cms.agent.model.AgentLimits;
import cms.agent.model.CleanText;
import cms.platform.failure.Failure;
import cms.platform.http.Body;
import cms.platform.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The view of the studio from which a person writes: model, entry, locale and pinned items (spec 4.9).
 *
 * @param items pinned items, their data cut to what is worth sending
 */
public record ChatContext(
        Optional<String> modelId,
        Optional<String> locale,
        Optional<String> entryId,
        String panel,
        Optional<String> branch,
        ArrayNode items) {
    private static final Set<String> PANELS = Set.of("overview", "model", "branch", "vocabulary");
    private static final Set<String> ITEM_TYPES = Set.of("model", "entry", "field", "asset");
    private static final List<String> ITEM_TEXTS = List.of("modelId", "modelName", "entryId", "fieldId", "assetId");

    /** The context of a caller with no view open. */
    public static ChatContext none() {
        return new ChatContext(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                "overview",
                Optional.empty(),
                Json.object().putArray("items"));
    }

    /** @throws Failure INVALID for a member of another type, and when locale or panel is missing */
    public static ChatContext parse(Body context) {
        context.requiredText("panelState");
        context.requiredText("activeLocale");
        return loose(context);
    }

    /**
     * Reads the context of a program, which has no panel: no member is required.
     *
     * @throws Failure INVALID for a member of another type
     */
    public static ChatContext loose(Body context) {
        String panel = context.text("panelState").orElse("overview");
        if (!PANELS.contains(panel)) {
            throw Failure.invalid("`context.panelState` must be overview, model, branch or vocabulary.");
        }
        Optional<String> locale = context.text("activeLocale");
        if (locale.filter(text -> text.length() > AgentLimits.CONTEXT_LOCALE_CHARS_MAX)
                .isPresent()) {
            throw Failure.invalid("`context.activeLocale` must be a locale.");
        }
        return new ChatContext(
                name(context, "activeModelId"),
                locale,
                name(context, "activeEntryId"),
                panel,
                name(context, "activeBranch"),
                items(context));
    }

    private static Optional<String> name(Body context, String member) {
        Optional<String> text = context.text(member);
        if (text.filter(name -> name.length() > AgentLimits.CONTEXT_NAME_CHARS_MAX)
                .isPresent()) {
            throw Failure.invalid("`context." + member + "` is too long.");
        }
        return text;
    }

    private static ArrayNode items(Body context) {
        ArrayNode items = Json.object().putArray("items");
        JsonNode sent = context.node("contextItems").orElse(items);
        if (!sent.isArray() || sent.size() > AgentLimits.CONTEXT_ITEMS_MAX) {
            throw Failure.invalid(
                    "`context.contextItems` must be a list of at most " + AgentLimits.CONTEXT_ITEMS_MAX + " items.");
        }
        for (JsonNode node : sent) {
            Body item = Body.of(node);
            String type = item.requiredText("type");
            if (!ITEM_TYPES.contains(type)) {
                throw Failure.invalid("`context.contextItems[].type` must be model, entry, field or asset.");
            }
            if (item.text("modelId").filter(id -> !id.isBlank()).isEmpty()) {
                throw Failure.invalid("`context.contextItems[].modelId` is required.");
            }
            ObjectNode shown = items.addObject().put("type", type);
            ITEM_TEXTS.forEach(member -> name(item, member).ifPresent(text -> shown.put(member, text)));
            item.node("data").ifPresent(data -> {
                String text = data.isString() ? data.asString() : Json.text(data);
                shown.put("data", CleanText.head(text, AgentLimits.CONTEXT_ITEM_DATA_CHARS_MAX));
            });
        }
        return items;
    }

    public ChatContext speaking(String otherLocale) {
        return new ChatContext(modelId, Optional.of(otherLocale), entryId, panel, branch, items);
    }
}
