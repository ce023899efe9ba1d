package cms.content.schema;

import cms.content.check.ConfigCheck;
import cms.content.check.HealthItem;
import cms.format.ContentNames;
import cms.format.ModelDefinition;
import cms.format.ProjectConfig;
import cms.format.ProjectConfig.Workflow;
import cms.platform.failure.Failure;
import cms.platform.http.Body;
import cms.platform.json.Json;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a project begins with: its configuration, and perhaps its first models.
 *
 * @param models by id, without {@code form}, which has a route of its own
 */
record InitRequest(ProjectConfig config, Map<String, ObjectNode> models) {
    private static final Set<String> STACKS =
            Set.of("nuxt", "next", "astro", "sveltekit", "remix", "vue", "react", "other");
    private static final String DOMAIN = "content";
    private static final int VERSION = 1;
    private static final int MODELS_MAX = 200;

    static InitRequest parse(Body body) {
        Map<String, ObjectNode> models = models(body);
        ConfigRequest stated = ConfigRequest.parts(body);
        ObjectNode config = Json.object().put("version", VERSION);
        config.put("stack", stack(body));
        config.put("workflow", Workflow.AUTO_MERGE.wireName());
        ObjectNode locales = config.putObject("locales");
        String defaultLocale = stated.defaultLocale().orElse(ContentNames.DEFAULT_LOCALE);
        locales.put("default", defaultLocale).putArray("supported").add(defaultLocale);
        domains(models.values()).forEach(config.putArray("domains")::add);
        ProjectConfig asked = new ProjectConfig(stated.over(config));
        refuseInvalid(asked);
        return new InitRequest(asked, models);
    }

    private static void refuseInvalid(ProjectConfig config) {
        ConfigChange.refuseInvalid(config);
        List<HealthItem> items = ConfigCheck.check(config);
        if (!items.isEmpty()) {
            throw Failure.unprocessable(
                    "The configuration would not be sound: " + items.getFirst().message());
        }
    }

    private static String stack(Body body) {
        String stack = body.text("stack").orElse("other");
        if (!STACKS.contains(stack)) {
            throw Failure.invalid("`stack` must be one of "
                    + String.join(", ", STACKS.stream().sorted().toList()) + ".");
        }
        return stack;
    }

    private static Map<String, ObjectNode> models(Body body) {
        JsonNode list = body.node("models").orElseGet(() -> Json.object().putArray("models"));
        if (!list.isArray() || list.size() > MODELS_MAX) {
            throw Failure.invalid("`models` must be a list of at most " + MODELS_MAX + " definitions.");
        }
        Map<String, ObjectNode> models = new LinkedHashMap<>();
        for (JsonNode item : new ArrayList<>(list.valueStream().toList())) {
            Body definition = Body.of(item);
            String id = definition.requiredText("id");
            if (!ContentNames.isModelId(id)) {
                throw Failure.invalid("A model id has small letters and digits in groups joined by hyphens.");
            }
            ObjectNode members = definition.json().deepCopy();
            members.remove("form");
            if (models.put(id, members) != null) {
                throw Failure.invalid("`models` has two models with the id " + id + ".");
            }
        }
        return models;
    }

    private static Collection<String> domains(Collection<ObjectNode> models) {
        Set<String> domains = new LinkedHashSet<>();
        models.forEach(
                members -> domains.add(ModelDefinition.parse("any", members).domain()));
        return domains.isEmpty() ? List.of(DOMAIN) : domains;
    }
}
