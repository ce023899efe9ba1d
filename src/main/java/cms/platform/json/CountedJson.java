package cms.platform.json;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.util.JsonParserDelegate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A JSON parser that charges every value to a budget before it is allocated. */
public final class CountedJson extends JsonParserDelegate {
    private final ValueBudget budget;

    private CountedJson(JsonParser parser, ValueBudget budget) {
        super(parser);
        this.budget = budget;
    }

    /**
     * Parses one tree that is the whole text.
     *
     * @return null for a text without any value
     */
    public static @Nullable JsonNode tree(JsonMapper mapper, JsonParser parser, ValueBudget budget) {
        try (JsonParser counted = new CountedJson(parser, budget)) {
            JsonNode tree = mapper.readTree(counted);
            if (counted.nextToken() != null) {
                throw new StreamReadException(counted, "Something follows the value");
            }
            return tree;
        }
    }

    @Override
    public @Nullable JsonToken nextToken() {
        JsonToken token = delegate.nextToken();
        if (token != null) {
            charge(token);
        }
        return token;
    }

    @Override
    public @Nullable String nextName() {
        String name = delegate.nextName();
        if (name != null) {
            budget.member();
        } else if (delegate.currentToken() != null) {
            charge(delegate.currentToken());
        }
        return name;
    }

    private void charge(JsonToken token) {
        switch (token) {
            case START_OBJECT -> budget.object();
            case START_ARRAY -> budget.list();
            case PROPERTY_NAME -> budget.member();
            case VALUE_STRING -> budget.string();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT, VALUE_TRUE, VALUE_FALSE, VALUE_NULL, VALUE_EMBEDDED_OBJECT ->
                budget.simple();
            case END_OBJECT, END_ARRAY, NOT_AVAILABLE -> {}
        }
    }
}
