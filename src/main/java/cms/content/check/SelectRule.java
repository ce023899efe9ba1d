package cms.content.check;

import java.util.List;
import tools.jackson.databind.JsonNode;

/** {@code select}: one of the declared options; a definition without options takes anything. */
record SelectRule(List<String> options) implements TypeRule {
    @Override
    public JsonKind kind() {
        return JsonKind.STRING;
    }

    @Override
    public void checkChoice(JsonNode value, ValuePath at) {
        if (!options.isEmpty() && !options.contains(value.stringValue())) {
            at.error("The value must be one of " + ValuePath.quoted(String.join(", ", options)) + ".");
        }
    }
}
