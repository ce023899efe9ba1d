package cms.format.text;

import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes frontmatter: one line a member, lists and objects as blocks indented by two blanks, nulls of objects left out.
 *
 * <p>A text that any reader could take for something else is double-quoted; one of several lines is a literal block
 * where that keeps every character, and double-quoted where it does not (reference 2.2).
 */
public final class YamlWriter {
    /** YAML allows a name on the same line as its value up to 1,024 characters. */
    private static final int NAME_CHARS_MAX = 1_000;

    private static final String SPECIAL = ":#{}[]*&!|>'\"%@`";

    private final StringBuilder out = new StringBuilder();

    private YamlWriter() {}

    /** The text of a mapping, every line ended; empty for an empty mapping. */
    public static String text(ObjectNode members) {
        YamlWriter writer = new YamlWriter();
        writer.members(members, 0, false);
        return writer.out.toString();
    }

    /** {@code begun}: the first line is already begun, behind the dash of a list item. */
    private void members(ObjectNode members, int indent, boolean begun) {
        boolean first = begun;
        for (Map.Entry<String, JsonNode> member : members.properties()) {
            if (JsonWriter.isVoid(member.getValue())) {
                continue;
            }
            if (!first) {
                blanks(indent);
            }
            first = false;
            name(member.getKey(), indent);
            value(member.getValue(), indent);
        }
    }

    private void name(String name, int indent) {
        String written = isPlain(name) ? name : quoted(name);
        if (written.length() > NAME_CHARS_MAX) {
            out.append("? ").append(written).append('\n');
            blanks(indent);
            out.append(':');
        } else {
            out.append(written).append(':');
        }
    }

    private void value(JsonNode value, int indent) {
        if (value instanceof ObjectNode object && !isEmpty(object)) {
            out.append('\n');
            members(object, indent + 2, false);
        } else if (value instanceof ArrayNode array && !array.isEmpty()) {
            out.append('\n');
            items(array, indent + 2, false);
        } else {
            out.append(' ');
            leaf(value, indent + 2);
        }
    }

    private void items(ArrayNode items, int indent, boolean begun) {
        boolean first = begun;
        for (JsonNode item : items.values()) {
            if (!first) {
                blanks(indent);
            }
            first = false;
            out.append("- ");
            if (item instanceof ObjectNode object && !isEmpty(object)) {
                members(object, indent + 2, true);
            } else if (item instanceof ArrayNode nested && !nested.isEmpty()) {
                items(nested, indent + 2, true);
            } else {
                leaf(item, indent + 2);
            }
        }
    }

    private void leaf(JsonNode value, int indent) {
        if (value.isString() && isBlock(value.stringValue())) {
            block(value.stringValue(), indent);
            return;
        }
        out.append(
                switch (value.getNodeType()) {
                    case STRING -> isPlain(value.stringValue()) ? value.stringValue() : quoted(value.stringValue());
                    case NUMBER -> JsonWriter.isVoid(value) ? "null" : number(value);
                    case BOOLEAN -> value.booleanValue() ? "true" : "false";
                    case OBJECT -> "{}";
                    case ARRAY -> "[]";
                    case NULL, MISSING, BINARY, POJO -> "null";
                });
        out.append('\n');
    }

    private static String number(JsonNode number) {
        return number.isInt() ? Integer.toString(number.intValue()) : EcmaNumber.text(EcmaNumber.of(number));
    }

    private void block(String text, int indent) {
        out.append(text.endsWith("\n") ? "|\n" : "|-\n");
        text.lines().forEach(line -> {
            if (!line.isEmpty()) {
                blanks(indent);
            }
            out.append(line).append('\n');
        });
    }

    /** Several lines whose every character survives a literal block in any reader. */
    private static boolean isBlock(String text) {
        if (text.indexOf('\n') < 0 || text.endsWith("\n\n") || text.charAt(0) <= ' ') {
            return false;
        }
        return text.codePoints().allMatch(c -> c == '\n' || isPrintable(c))
                && text.lines().noneMatch(line -> !line.isEmpty() && (line.isBlank() || line.endsWith(" ")));
    }

    private static boolean isPlain(String text) {
        if (text.isEmpty() || YamlScalar.isTakenForMore(text) || text.startsWith("...")) {
            return false;
        }
        char first = text.charAt(0);
        char last = text.charAt(text.length() - 1);
        return first != '-'
                && first != '?'
                && first != ','
                && first != ' '
                && last != ' '
                && text.codePoints().allMatch(c -> isPrintable(c) && SPECIAL.indexOf(c) < 0);
    }

    /** Whether YAML allows a character unescaped, less the line separators at which some readers break lines. */
    private static boolean isPrintable(int c) {
        return c < 0xd800
                ? (c >= 0x20 && c < 0x7f) || (c >= 0xa0 && c != 0x2028 && c != 0x2029)
                : c >= 0x10000 || (c >= 0xe000 && c < 0xfffe && c != 0xfeff);
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        text.codePoints().forEach(c -> {
            switch (c) {
                case '"', '\\' -> quoted.append('\\').append((char) c);
                case '\n' -> quoted.append("\\n");
                case '\t' -> quoted.append("\\t");
                case '\r' -> quoted.append("\\r");
                default -> {
                    if (isPrintable(c)) {
                        quoted.appendCodePoint(c);
                    } else {
                        quoted.append("\\u").append("%04x".formatted(c));
                    }
                }
            }
        });
        return quoted.append('"').toString();
    }

    private static boolean isEmpty(ObjectNode object) {
        return object.properties().stream().allMatch(member -> JsonWriter.isVoid(member.getValue()));
    }

    private void blanks(int count) {
        out.repeat(' ', count);
    }
}
