package cms.content.check;

import tools.jackson.databind.JsonNode;

/** {@code number}, {@code decimal}, {@code rating}: any number; a rating's range is declared, not implied. */
record PlainNumber() implements TypeRule {
    @Override
    public JsonKind kind() {
        return JsonKind.NUMBER;
    }

    /** As a double, which is what it is to the clients; infinite where it is too large for a plain conversion. */
    static double of(JsonNode number) {
        if (number.isBigInteger()) {
            return number.bigIntegerValue().doubleValue();
        }
        return number.isBigDecimal() ? number.decimalValue().doubleValue() : number.doubleValue();
    }
}
