package cms.format.text;

import cms.platform.json.ValueBudget;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads frontmatter without ambiguity: lines of {@code name: value}, and lists of values two blanks deep, where a value
 * is a plain word or text of one line, or one in quotes without any escape.
 *
 * <p>Most frontmatter has this form, and reading it so is a tenth of the work of a parser. Any other text is left to
 * the parser, so this class never decides what is well-formed.
 */
final class PlainYaml {
    private static final String ITEM = "  - ";
    private static final int NAME_CHARS_MAX = 100;
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final String text;
    private final ValueBudget budget;
    private int at;

    private PlainYaml(String text, ValueBudget budget) {
        this.budget = budget;
        this.text = text;
    }

    /** The members in the order of the text; null for everything that has to be read by a parser. */
    static @Nullable ObjectNode read(String text, ValueBudget budget) {
        return new PlainYaml(text, budget).members();
    }

    private @Nullable ObjectNode members() {
        ObjectNode members = NODES.objectNode();
        while (at < text.length()) {
            String name = name();
            JsonNode value = name == null || members.has(name) ? null : value();
            if (name == null || value == null) {
                return null;
            }
            budget.member();
            members.set(name, value);
        }
        return members;
    }

    /** A word at the beginning of a line, with its colon. */
    private @Nullable String name() {
        int start = at;
        while (at < text.length() && isOfName(text.charAt(at), at == start)) {
            at++;
        }
        if (at == start || at - start > NAME_CHARS_MAX || !text.startsWith(":", at)) {
            return null;
        }
        return text.substring(start, at++);
    }

    private @Nullable JsonNode value() {
        if (text.startsWith(" ", at)) {
            at++;
            return scalar();
        }
        if (!text.startsWith("\n" + ITEM, at)) {
            return null;
        }
        at++;
        budget.list();
        ArrayNode items = NODES.arrayNode();
        while (text.startsWith(ITEM, at)) {
            at += ITEM.length();
            JsonNode item = scalar();
            if (item == null) {
                return null;
            }
            items.add(item);
        }
        return items;
    }

    /** The rest of a line. */
    private @Nullable JsonNode scalar() {
        int start = at;
        int end = text.indexOf('\n', at);
        if (end <= start) {
            return null;
        }
        at = end + 1;
        budget.string();
        char first = text.charAt(start);
        if (first == '"' || first == '\'') {
            boolean closed = end - start > 1 && text.indexOf(first, start + 1) == end - 1;
            return closed && isQuoted(start + 1, end - 1) ? NODES.stringNode(text.substring(start + 1, end - 1)) : null;
        }
        boolean plain = isOfName(first, false) && first != '-' && isPlain(start, end);
        return plain ? YamlScalar.resolve(text.substring(start, end)) : null;
    }

    private boolean isQuoted(int start, int end) {
        for (int i = start; i < end; i++) {
            if (!isPrintable(text.charAt(i)) || text.charAt(i) == '\\') {
                return false;
            }
        }
        return true;
    }

    private boolean isPlain(int start, int end) {
        for (int i = start; i < end; i++) {
            char c = text.charAt(i);
            boolean colon = c == ':' && (i + 1 == end || text.charAt(i + 1) == ' ');
            if (!isPrintable(c) || c == '#' || colon) {
                return false;
            }
        }
        return text.charAt(end - 1) != ' ';
    }

    /** Whether a character is printable ASCII or a letter of most languages, and to no reader a line end. */
    private static boolean isPrintable(char c) {
        return c >= ' ' && c < 127 || c >= 0xa1 && c < 0x2000 || c >= 0x3001 && c < 0xd800;
    }

    private static boolean isOfName(char c, boolean first) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || !first && (c >= '0' && c <= '9' || c == '-');
    }
}
