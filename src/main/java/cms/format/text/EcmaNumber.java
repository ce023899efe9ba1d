package cms.format.text;

import tools.jackson.databind.JsonNode;

/** Numbers as ECMAScript's {@code Number::toString} prints them. */
final class EcmaNumber {
    /** From this magnitude on numbers are printed with an exponent. */
    private static final int POINT_MAX = 21;

    private static final int POINT_MIN = -6;
    static final double EXACT_INTEGER_MAX = 1L << 53;

    /** Below this, Java may print two digits where one identifies the number. */
    private static final double COARSE_MAX = 1e-300;

    private EcmaNumber() {}

    /** The double that ECMAScript reads, infinite beyond its range, where a plain conversion would throw. */
    static double of(JsonNode number) {
        return number.isBigInteger() ? number.bigIntegerValue().doubleValue() : number.doubleValue();
    }

    /** {@code value} must be finite. */
    static String text(double value) {
        if (value == Math.rint(value) && Math.abs(value) <= EXACT_INTEGER_MAX) {
            return Long.toString((long) value);
        }
        String sign = value < 0 ? "-" : "";
        double magnitude = Math.abs(value);
        String java = Double.toString(magnitude);
        int mark = java.indexOf('E');
        int exponent = mark < 0 ? 0 : Integer.parseInt(java, mark + 1, java.length(), 10);
        String mantissa = mark < 0 ? java : java.substring(0, mark);
        int dot = mantissa.indexOf('.');
        String all = mantissa.substring(0, dot) + mantissa.substring(dot + 1);
        int leading = 0;
        while (leading < all.length() - 1 && all.charAt(leading) == '0') {
            leading++;
        }
        int end = all.length();
        while (end > leading + 1 && all.charAt(end - 1) == '0') {
            end--;
        }
        String digits = all.substring(leading, end);
        int point = dot - leading + exponent;
        if (digits.length() == 2 && magnitude < COARSE_MAX) {
            return sign + coarse(digits, point, magnitude);
        }
        return sign + place(digits, point);
    }

    private static String coarse(String digits, int point, double magnitude) {
        int tens = digits.charAt(0) - '0';
        int rounded = digits.charAt(1) >= '5' ? tens + 1 : tens;
        String one = rounded == 10 ? "1" : Integer.toString(rounded);
        int onePoint = rounded == 10 ? point + 1 : point;
        boolean same = Double.parseDouble("0." + one + "E" + onePoint) == magnitude;
        return same ? place(one, onePoint) : place(digits, point);
    }

    /** The value is {@code 0.digits × 10^point}; the cases are those of ECMA-262, Number::toString. */
    private static String place(String digits, int point) {
        int count = digits.length();
        if (count <= point && point <= POINT_MAX) {
            return digits + "0".repeat(point - count);
        }
        if (0 < point && point <= POINT_MAX) {
            return digits.substring(0, point) + "." + digits.substring(point);
        }
        if (POINT_MIN < point && point <= 0) {
            return "0." + "0".repeat(-point) + digits;
        }
        int exponent = point - 1;
        String fraction = count == 1 ? "" : "." + digits.substring(1);
        return digits.charAt(0) + fraction + "e" + (exponent < 0 ? "-" : "+") + Math.abs(exponent);
    }
}
