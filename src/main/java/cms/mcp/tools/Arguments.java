package cms.mcp.tools;

import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Arguments that fit the schema of their tool. */
record Arguments(ObjectNode json) {
    Optional<String> text(String name) {
        return Optional.ofNullable(json.get(name)).map(JsonNode::asString);
    }

    String required(String name) {
        return text(name).orElseThrow();
    }

    boolean flag(String name) {
        return json.path(name).asBoolean(false);
    }

    int integer(String name, int otherwise) {
        return json.path(name).asInt(otherwise);
    }

    List<String> texts(String name) {
        return json.path(name).valueStream().map(JsonNode::asString).toList();
    }

    Optional<ObjectNode> object(String name) {
        return json.get(name) instanceof ObjectNode object ? Optional.of(object) : Optional.empty();
    }

    List<Arguments> objects(String name) {
        return json.path(name)
                .valueStream()
                .map(item -> new Arguments((ObjectNode) item))
                .toList();
    }
}
