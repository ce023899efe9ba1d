package cms.content.check;

import tools.jackson.databind.JsonNode;

/** The JSON type that a field type asks for. */
enum JsonKind {
    STRING("a string"),
    NUMBER("a number"),
    BOOLEAN("true or false"),
    ARRAY("a list"),
    OBJECT("an object"),
    /** A string, or an object where the relation has several targets. */
    REFERENCE("a reference to an entry");

    private final String words;

    JsonKind(String words) {
        this.words = words;
    }

    /** The kind with its article, as used in messages. */
    String words() {
        return words;
    }

    boolean includes(JsonNode value) {
        return switch (this) {
            case STRING -> value.isString();
            case NUMBER -> value.isNumber();
            case BOOLEAN -> value.isBoolean();
            case ARRAY -> value.isArray();
            case OBJECT -> value.isObject();
            case REFERENCE -> value.isString() || value.isObject();
        };
    }
}
