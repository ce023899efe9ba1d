package cms.agent.tools;

import cms.access.Capability;
import cms.agent.desk.Tool;
import cms.agent.desk.ToolInput;
import cms.agent.desk.ToolResult;
import cms.agent.desk.Work;
import cms.agent.model.AgentLimits;
import cms.content.api.EntryPage;
import cms.format.ModelDefinition;
import cms.platform.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code brain_analyze}: figures on search engines, parity of locales, age and quality, counted here. */
final class BrainAnalyzeTool implements Tool {
    private static final int LIMIT = 50;
    private static final int TITLE_CHARS_MIN = 10;
    private static final int TITLE_CHARS_MAX = 60;
    private static final Duration STALE = Duration.ofDays(90);

    private final InstantSource clock;

    BrainAnalyzeTool(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public String name() {
        return "brain_analyze";
    }

    @Override
    public Capability least() {
        return Capability.READ_CONTENT;
    }

    @Override
    public ToolResult run(ToolInput input, Work work) {
        String type = input.required("type");
        int limit = input.integer("limit", LIMIT);
        ObjectNode value = Json.object().put("type", type);
        ArrayNode issues = value.putArray("issues");
        List<ModelDefinition> models =
                input.text("model").map(id -> List.of(work.model(id))).orElseGet(() -> work.models());
        int total = 0;
        int checked = 0;
        for (ModelDefinition model : models) {
            Map<String, Set<String>> ids = new TreeMap<>();
            for (Optional<String> locale : EntryReading.locales(work, model)) {
                List<EntryPage.Item> items = EntryReading.all(work, model, locale, AgentLimits.ENTRIES_LOOKED_AT_MAX);
                ids.put(
                        locale.orElse(""),
                        items.stream().map(EntryPage.Item::id).collect(Collectors.toSet()));
                Map<String, Instant> updates = type.equals("full") || type.equals("stale_content")
                        ? work.updates(model.id(), locale)
                        : Map.of();
                for (EntryPage.Item item : items) {
                    checked++;
                    for (String message : findings(type, model, item, updates)) {
                        total = add(issues, total, limit, model, locale, item.id(), message);
                    }
                }
            }
            if (type.equals("locale_parity") || type.equals("full")) {
                total = parity(ids, issues, total, limit, model);
            }
        }
        double score = checked == 0 ? 100 : Math.max(0, 100 - 100.0 * total / checked);
        return ToolResult.of(value.put("checked", checked).put("total", total).put("score", Math.round(score)));
    }

    /** @param updates when entries were last changed, for the types that ask for it */
    private List<String> findings(
            String type, ModelDefinition model, EntryPage.Item item, Map<String, Instant> updates) {
        List<String> found = new ArrayList<>();
        boolean all = type.equals("full");
        if ((all || type.equals("seo_audit")) && item.data().has("title")) {
            int chars = item.data().path("title").asString("").length();
            if (chars < TITLE_CHARS_MIN || chars > TITLE_CHARS_MAX) {
                found.add("the title has " + chars + " characters; 10 to 60 are good");
            }
            if (model.fields().containsKey("description")
                    && item.data().path("description").asString("").isBlank()) {
                found.add("it has no description");
            }
        }
        if (updates.getOrDefault(item.id(), Instant.MAX)
                .isBefore(clock.instant().minus(STALE))) {
            found.add("it has not changed for 90 days");
        }
        if (all || type.equals("quality_score")) {
            model.fields().forEach((name, field) -> {
                JsonNode text = item.data().path(name);
                boolean absent = text.isMissingNode() && field.defaultValue().isEmpty(); // a default is not stored
                if (absent || text.isString() && text.asString().isBlank()) {
                    found.add(name + " is empty");
                }
            });
        }
        return found;
    }

    private static int parity(
            Map<String, Set<String>> ids, ArrayNode issues, int before, int limit, ModelDefinition model) {
        Set<String> all = new TreeSet<>();
        ids.values().forEach(all::addAll);
        int total = before;
        for (Map.Entry<String, Set<String>> locale : ids.entrySet()) {
            for (String id : all) {
                if (!locale.getValue().contains(id)) {
                    total = add(issues, total, limit, model, Optional.of(locale.getKey()), id, "it is not translated");
                }
            }
        }
        return total;
    }

    private static int add(
            ArrayNode issues,
            int total,
            int limit,
            ModelDefinition model,
            Optional<String> locale,
            String id,
            String what) {
        if (issues.size() < limit) {
            issues.addObject()
                    .put("modelId", model.id())
                    .put("locale", locale.orElse(null))
                    .put("entryId", id)
                    .put("message", what);
        }
        return total + 1;
    }
}
