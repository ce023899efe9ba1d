package cms.format.text;

import java.math.BigInteger;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** The meaning of unquoted words in the core schema of YAML 1.2, and the words that other readers misread. */
final class YamlScalar {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final Set<String> NULLS = Set.of("", "~", "null", "Null", "NULL");
    private static final Set<String> TRUES = Set.of("true", "True", "TRUE");
    private static final Set<String> FALSES = Set.of("false", "False", "FALSE");
    private static final Pattern INTEGER = Pattern.compile("[-+]?[0-9]++");
    private static final Pattern OCTAL = Pattern.compile("0o[0-7]++");
    private static final Pattern HEXADECIMAL = Pattern.compile("0x[0-9a-fA-F]++");
    private static final Pattern FLOAT =
            Pattern.compile("[-+]?(?:\\.[0-9]++|[0-9]++(?:\\.[0-9]*+)?)(?:[eE][-+]?[0-9]++)?");
    private static final int DIGITS_MAX = 400;
    private static final int DIGITS_OF_LONG_SAFE = 18;

    /** Words of YAML 1.1 readers, and anything that begins like a number, a date, a time or a version. */
    private static final Set<String> ELSEWHERE =
            Set.of("yes", "no", "on", "off", "y", "n", "true", "false", "null", "=", "<<");

    private static final Pattern NUMBER_LIKE = Pattern.compile("[-+.~]?[0-9][-+0-9a-zA-Z_.: ]*+|[-+]?\\.[a-zA-Z]++");

    private YamlScalar() {}

    /** The value of a plain scalar; a text when it is none of null, boolean and number. */
    static JsonNode resolve(String plain) {
        if (NULLS.contains(plain)) {
            return NODES.nullNode();
        }
        if (TRUES.contains(plain) || FALSES.contains(plain)) {
            return NODES.booleanNode(TRUES.contains(plain));
        }
        if (plain.length() > DIGITS_MAX || !beginsLikeNumber(plain.charAt(0))) {
            return NODES.stringNode(plain);
        }
        if (INTEGER.matcher(plain).matches()) {
            return integer(plain, 10);
        }
        if (OCTAL.matcher(plain).matches()) {
            return integer(plain.substring(2), 8);
        }
        if (HEXADECIMAL.matcher(plain).matches()) {
            return integer(plain.substring(2), 16);
        }
        if (FLOAT.matcher(plain).matches()) {
            double value = Double.parseDouble(plain);
            return Double.isFinite(value) ? NODES.numberNode(value) : NODES.stringNode(plain);
        }
        return NODES.stringNode(plain);
    }

    private static boolean beginsLikeNumber(char c) {
        return c >= '0' && c <= '9' || c == '-' || c == '+' || c == '.';
    }

    private static JsonNode integer(String digits, int radix) {
        if (digits.length() <= DIGITS_OF_LONG_SAFE && radix <= 10) {
            long value = Long.parseLong(digits, radix);
            return value == (int) value ? NODES.numberNode((int) value) : NODES.numberNode(value);
        }
        BigInteger value = new BigInteger(digits, radix);
        return Double.isFinite(value.doubleValue()) ? NODES.numberNode(value) : NODES.stringNode(digits);
    }

    /** Whether some reader would take the plain text for something else than a text. */
    static boolean isTakenForMore(String text) {
        return NULLS.contains(text)
                || ELSEWHERE.contains(text.toLowerCase(java.util.Locale.ROOT))
                || NUMBER_LIKE.matcher(text).matches();
    }
}
