package cms.agent.desk;

import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The input of a call, valid by the schema of its tool. */
public record ToolInput(ObjectNode json) {
    /** A text without blanks at its ends; empty where nothing is left of it, as for an absent one. */
    public Optional<String> text(String name) {
        return Optional.ofNullable(json.get(name))
                .map(JsonNode::asString)
                .map(String::strip)
                .filter(text -> !text.isEmpty());
    }

    /** A member that the schema requires. */
    public String required(String name) {
        return text(name).orElse("");
    }

    public int integer(String name, int otherwise) {
        return json.path(name).asInt(otherwise);
    }

    public List<String> texts(String name) {
        return json.path(name).valueStream().map(JsonNode::asString).toList();
    }

    public Optional<ObjectNode> object(String name) {
        return json.get(name) instanceof ObjectNode object ? Optional.of(object) : Optional.empty();
    }
}
