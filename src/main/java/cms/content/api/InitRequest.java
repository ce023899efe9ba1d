package cms.content.api;

import cms.format.ContentNames;
import cms.format.ModelDefinition;
import cms.format.ProjectConfig;
import cms.format.ProjectConfig.Workflow;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/**
 * The configuration, and perhaps the first models, that a project begins with.
 *
 * @param stack the framework of the website
 * @param settings the members of the configuration that are set; others get their defaults
 * @param models by id, without {@code form}, which has a verb of its own
 */
public record InitRequest(String stack, ConfigRequest settings, Map<String, ObjectNode> models) {
    private static final Set<String> STACKS =
            Set.of("nuxt", "next", "astro", "sveltekit", "remix", "vue", "react", "other");
    private static final String DOMAIN = "content";
    private static final int VERSION = 1;
    private static final int MODELS_MAX = 200;

    /** @throws Failure INVALID for an unknown stack, too many models, or an id that no model may have */
    public InitRequest {
        if (!STACKS.contains(stack)) {
            throw Failure.invalid("`stack` must be one of "
                    + String.join(", ", STACKS.stream().sorted().toList()) + ".");
        }
        if (models.size() > MODELS_MAX) {
            throw Failure.invalid("`models` must be a list of at most " + MODELS_MAX + " definitions.");
        }
        Map<String, ObjectNode> own = new LinkedHashMap<>();
        models.forEach((id, members) -> {
            if (!ContentNames.isModelId(id)) {
                throw Failure.invalid("A model id has small letters and digits in groups joined by hyphens.");
            }
            own.put(id, members.deepCopy().without("form"));
        });
        models = own;
    }

    /**
     * A request from model definitions as they were sent, each with its {@code id}.
     *
     * @throws Failure INVALID also for two models of one id
     */
    public static InitRequest of(String stack, ConfigRequest settings, List<ObjectNode> definitions) {
        Map<String, ObjectNode> models = new LinkedHashMap<>();
        for (ObjectNode definition : definitions) {
            String id = definition.path("id").asString("");
            if (models.put(id, definition) != null) {
                throw Failure.invalid("`models` has two models with the id " + id + ".");
            }
        }
        return new InitRequest(stack, settings, models);
    }

    /** The configuration that the project is going to have. */
    public ProjectConfig config() {
        ObjectNode config = Json.object().put("version", VERSION);
        config.put("stack", stack);
        config.put("workflow", Workflow.AUTO_MERGE.wireName());
        ObjectNode locales = config.putObject("locales");
        String defaultLocale = settings.defaultLocale().orElse(ContentNames.DEFAULT_LOCALE);
        locales.put("default", defaultLocale).putArray("supported").add(defaultLocale);
        Set<String> domains = new LinkedHashSet<>();
        models.values()
                .forEach(members ->
                        domains.add(ModelDefinition.parse("any", members).domain()));
        (domains.isEmpty() ? Set.of(DOMAIN) : domains).forEach(config.putArray("domains")::add);
        return new ProjectConfig(settings.over(config));
    }
}
