package cms.content.check;

import tools.jackson.databind.JsonNode;

/** {@code percent}: from 0 to 100 inclusive. */
record PercentRule() implements TypeRule {
    @Override
    public JsonKind kind() {
        return JsonKind.NUMBER;
    }

    @Override
    public void checkMeaning(JsonNode value, ValuePath at) {
        double number = PlainNumber.of(value);
        if (!(number >= 0 && number <= 100)) {
            at.error("A percentage lies between 0 and 100.");
        }
    }
}
