package cms.content.check;

import java.util.Collections;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** {@code select}: one of the declared options; a definition without options takes anything. */
final class SelectRule implements TypeRule {
    /** Sorted, so that one of many is found without a look at each. */
    private final List<String> options;

    private final String named;

    SelectRule(List<String> options) {
        this.options = options.stream().sorted().toList();
        this.named = ValuePath.quoted(options);
    }

    @Override
    public JsonKind kind() {
        return JsonKind.STRING;
    }

    @Override
    public void checkChoice(JsonNode value, ValuePath at) {
        if (!options.isEmpty() && Collections.binarySearch(options, value.stringValue()) < 0) {
            at.error("The value must be one of " + named + ".");
        }
    }
}
