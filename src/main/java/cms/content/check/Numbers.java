package cms.content.check;

import tools.jackson.databind.JsonNode;

/** Numbers of any size as doubles, which is what they are to the clients of the service. */
final class Numbers {
    private Numbers() {}

    /** Infinite where the number is too large; a plain conversion would throw there. */
    static double of(JsonNode number) {
        if (number.isBigInteger()) {
            return number.bigIntegerValue().doubleValue();
        }
        return number.isBigDecimal() ? number.decimalValue().doubleValue() : number.doubleValue();
    }
}
