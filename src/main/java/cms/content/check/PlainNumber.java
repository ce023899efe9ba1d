package cms.content.check;

import tools.jackson.databind.JsonNode;

/** {@code number}, {@code decimal}, {@code rating}: any number; a rating's range is declared, not implied. */
record PlainNumber() implements TypeRule {
    @Override
    public JsonKind kind() {
        return JsonKind.NUMBER;
    }

    /** A number as the double that JavaScript clients read; infinite where it is too large for one. */
    static double of(JsonNode number) {
        if (number.isBigInteger()) {
            return number.bigIntegerValue().doubleValue();
        }
        return number.isBigDecimal() ? number.decimalValue().doubleValue() : number.doubleValue();
    }
}
