package cms.mcp.reading;

import cms.mcp.protocol.ServerFeatures.PromptText;
import cms.platform.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Four prompts that a person picks by name; their texts are the same for all projects. */
public final class Prompts {
    private static final int ARGUMENT_CHARS_MAX = 200;

    private static final List<PromptTemplate> ALL = List.of(
            new PromptTemplate(
                    "translate_missing",
                    "Translate what is missing in a locale",
                    Map.of("model", "The id of a model", "to", "The locale to translate into, such as de"),
                    """
                    Translate the entries of the model {model} that have no content in the locale {to} yet.
                    Read them with cms_content_list in the default locale and in {to}, translate the texts, keep ids,
                    slugs, relations and numbers as they are, and save them with cms_content_save in {to}, at most
                    twenty at a time. Try each save with dry_run first. Say at the end what you translated and what you left.\
                    """),
            new PromptTemplate("review_changes", "Look over what waits and what was saved last", Map.of(), """
                Look over the state of this project: cms_status, then cms_validate. Tell which models have errors or
                warnings, which entries they concern, and what you would mend first. Change nothing.\
                """),
            new PromptTemplate(
                    "fix_validation", "Mend what is not valid in a model", Map.of("model", "The id of a model"), """
                        Mend the entries of the model {model} that cms_validate names. Read each one whole with cms_content_list
                        (ids and fields), change only what the message asks for, and save it with cms_content_save and if_match.
                        Where the right value cannot be known from the entry, leave it and say so.\
                        """),
            new PromptTemplate("plan_model", "Plan a new model", Map.of("purpose", "What the entries are for"), """
                Plan a model for this purpose: {purpose}
                Read cms_describe_format and the models there are with cms_status and cms_describe. Propose id, kind,
                domain and fields with their types, and say which relations it has. Show it to the person, try it with
                cms_model_save and dry_run, and save it only when the person agrees.\
                """));

    private record PromptTemplate(String name, String title, Map<String, String> arguments, String text) {}

    private Prompts() {}

    public static List<ObjectNode> list() {
        return ALL.stream()
                .map(prompt -> {
                    ObjectNode json = Json.object()
                            .put("name", prompt.name())
                            .put("title", prompt.title())
                            .put("description", prompt.title() + ".");
                    ArrayNode arguments = json.putArray("arguments");
                    prompt.arguments().entrySet().stream()
                            .sorted(Map.Entry.comparingByKey())
                            .forEach(argument -> arguments
                                    .addObject()
                                    .put("name", argument.getKey())
                                    .put("description", argument.getValue())
                                    .put("required", true));
                    return json;
                })
                .toList();
    }

    /** The text of a prompt with its arguments filled in; empty when there is no such prompt. */
    public static Optional<PromptText> get(String name, ObjectNode given) {
        return ALL.stream()
                .filter(prompt -> prompt.name().equals(name))
                .findFirst()
                .map(prompt -> fill(prompt, given));
    }

    private static PromptText fill(PromptTemplate prompt, ObjectNode given) {
        String text = prompt.text();
        for (String argument : prompt.arguments().keySet()) {
            String value = given.path(argument).asString("").strip();
            if (value.isEmpty() || value.length() > ARGUMENT_CHARS_MAX) {
                return new PromptText.Refused("The prompt " + prompt.name() + " needs the argument " + argument
                        + ": a text of at most " + ARGUMENT_CHARS_MAX + " characters.");
            }
            text = text.replace("{" + argument + "}", value);
        }
        return PromptText.Filled.of(prompt.title(), text);
    }
}
