package cms.mcp.call;

import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Arguments that are valid by the schema of their tool. */
public record Arguments(ObjectNode json) {
    public Optional<String> text(String name) {
        return Optional.ofNullable(json.get(name)).map(JsonNode::asString);
    }

    public String required(String name) {
        return text(name).orElseThrow();
    }

    public boolean flag(String name) {
        return json.path(name).asBoolean(false);
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

    public List<Arguments> objects(String name) {
        return json.path(name)
                .valueStream()
                .map(item -> new Arguments((ObjectNode) item))
                .toList();
    }
}
