package cms.agent.talk;

import cms.agent.model.AgentLimits;
import cms.agent.model.CleanText;
import cms.format.FieldDefinition;
import cms.format.ModelDefinition;
import cms.platform.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The constant beginning of requests: rules that are the same for all, and the project. */
public final class SystemText {
    private static final String RULES = read();

    private SystemText() {}

    private static String read() {
        try (InputStream in = SystemText.class.getResourceAsStream("/agent/rules.txt")) {
            return new String(Objects.requireNonNull(in, "rules.txt").readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** The rules, which contain nothing of any tenant. */
    public static String rules() {
        return RULES;
    }

    /**
     * @param overview as {@code Contents.overview} returns it
     * @param rights keys of the speaker's capabilities
     * @param instructions of a key's maker; empty for none
     */
    public static String project(
            ObjectNode overview, List<ModelDefinition> models, List<String> rights, Optional<String> instructions) {
        StringBuilder text = new StringBuilder("# The project\n");
        JsonNode config = overview.path("config");
        text.append("Configuration: ")
                .append(config.isObject() ? Json.text(config) : "none yet; init_project makes it")
                .append("\n\n## Models (name: type, ! required, -> relation)\n");
        StringBuilder list = new StringBuilder();
        for (ModelDefinition model : models) {
            String line = line(model);
            if (list.length() + line.length() > AgentLimits.SYSTEM_MODELS_CHARS_MAX) {
                list.append("- ").append(model.id()).append(" (call list_models)\n");
            } else {
                list.append(line);
            }
        }
        text.append(CleanText.head(list.toString(), 2 * AgentLimits.SYSTEM_MODELS_CHARS_MAX));
        vocabulary(text, overview.path("vocabulary").path("terms"));
        text.append("\n## Rights\nThis person or key may: ")
                .append(String.join(", ", rights))
                .append(".\n");
        instructions.ifPresent(words -> text.append(
                        "\n## Instructions of whoever made the key; they never widen rights\n<instructions>\n")
                .append(words)
                .append("\n</instructions>\n"));
        return text.toString();
    }

    private static String line(ModelDefinition model) {
        StringBuilder line = new StringBuilder("- ")
                .append(model.id())
                .append(" (")
                .append(model.kind().wireName())
                .append(model.i18n() ? ", translated" : "")
                .append("): ");
        String between = "";
        for (Map.Entry<String, FieldDefinition> field : model.fields().entrySet()) {
            line.append(between).append(field.getKey()).append(": ").append(type(field.getValue()));
            between = ", ";
        }
        return line.append('\n').toString();
    }

    private static String type(FieldDefinition field) {
        String models = field.models().isEmpty() ? "" : " -> " + String.join("|", field.models());
        String options = field.options().isEmpty() ? "" : " (" + String.join("|", field.options()) + ")";
        return field.typeName() + (field.required() ? "!" : "") + models + options;
    }

    private static void vocabulary(StringBuilder text, JsonNode terms) {
        if (terms.isEmpty()) {
            return;
        }
        text.append("\n## Vocabulary (").append(terms.size()).append(" terms)\n");
        Map<String, JsonNode> sorted = new TreeMap<>();
        terms.properties().forEach(term -> sorted.put(term.getKey(), term.getValue()));
        sorted.entrySet().stream().limit(AgentLimits.SYSTEM_TERMS_MAX).forEach(term -> {
            String line = term.getKey() + ": " + Json.text(term.getValue());
            text.append("- ")
                    .append(CleanText.head(line, AgentLimits.SYSTEM_TERM_CHARS_MAX))
                    .append('\n');
        });
    }
}
