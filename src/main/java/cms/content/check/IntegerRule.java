package cms.content.check;

import tools.jackson.databind.JsonNode;

/** {@code integer}: a whole number, however it is written; 4.0 is one. */
record IntegerRule() implements TypeRule {
    @Override
    public JsonKind kind() {
        return JsonKind.NUMBER;
    }

    @Override
    public void checkMeaning(JsonNode value, ValuePath at) {
        double number = PlainNumber.of(value);
        if (!value.isIntegralNumber() && (!Double.isFinite(number) || number != Math.rint(number))) {
            at.error("The value must be a whole number.");
        }
    }
}
