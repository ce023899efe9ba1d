package cms.format.html;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Recognises HTML that is harmless beyond doubt: balanced tags of a short list, written in one way only, with no
 * attribute but those that a list names for the tag, and addresses of plain characters with a harmless scheme.
 *
 * <p>It changes nothing and repairs nothing. It refuses everything that it does not know, harmless or not, and a
 * sanitizer decides about that; so a mistake of a renderer ends there and not in a page, and most texts are spared its
 * price.
 */
final class PlainHtml {
    /** Deepest nesting of elements, as in the sanitizer. */
    private static final int DEPTH_MAX = 200;

    private static final Set<String> ALIGNMENTS = Set.of("left", "right", "center");
    private static final List<String> REFERENCES = List.of("amp;", "lt;", "gt;", "quot;");
    private static final boolean[] OF_ADDRESSES = characters("-._~:/?#[]@!$&'()*+,;=%");
    private static final boolean[] OF_NUMBERS = new boolean[128];

    /** Characters that stand for themselves in texts and in values. */
    private static final boolean[] PLAIN = new boolean[128];

    private static final boolean[] VALUES = new boolean[128];

    /** An element that is allowed in a page, and its attributes. */
    private record Element(String name, boolean isEmpty, List<String> attributes) {
        static Element of(String name, String... attributes) {
            return new Element(name, false, List.of(attributes));
        }

        static Element empty(String name, String... attributes) {
            return new Element(name, true, List.of(attributes));
        }
    }

    private static final List<Element> ELEMENTS = List.of(
            Element.of("p"),
            Element.empty("br"),
            Element.empty("hr"),
            Element.of("h1"),
            Element.of("h2"),
            Element.of("h3"),
            Element.of("h4"),
            Element.of("h5"),
            Element.of("h6"),
            Element.of("em"),
            Element.of("strong"),
            Element.of("del"),
            Element.of("code", "class"),
            Element.of("pre"),
            Element.of("blockquote"),
            Element.of("ul"),
            Element.of("ol", "start"),
            Element.of("li"),
            Element.of("a", "href", "title"),
            Element.empty("img", "src", "alt", "title"),
            Element.of("table"),
            Element.of("thead"),
            Element.of("tbody"),
            Element.of("tr"),
            Element.of("th", "align"),
            Element.of("td", "align"));

    /** Elements by the first letter of their name. */
    private static final Element[][] BY_LETTER = new Element[128][];

    static {
        for (char digit = '0'; digit <= '9'; digit++) {
            OF_NUMBERS[digit] = true;
        }
        for (char c = ' '; c < 127; c++) {
            PLAIN[c] = "&{<>\"".indexOf(c) < 0;
            VALUES[c] = PLAIN[c] && c != '`';
        }
        for (char c = 0; c < BY_LETTER.length; c++) {
            char letter = c;
            BY_LETTER[c] = ELEMENTS.stream()
                    .filter(element -> element.name.charAt(0) == letter)
                    .toArray(Element[]::new);
        }
    }

    private final String html;
    private final char[] chars;
    private final Set<String> schemes;
    private final Element[] open = new Element[DEPTH_MAX];
    private int depth;
    private int at;

    private PlainHtml(String html, Set<String> schemes) {
        this.html = html;
        this.chars = html.toCharArray();
        this.schemes = schemes;
    }

    /** A table of letters, digits, and the given signs. */
    private static boolean[] characters(String signs) {
        boolean[] allowed = new boolean[128];
        for (char c = 0; c < 128; c++) {
            allowed[c] = c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || signs.indexOf(c) >= 0;
        }
        return allowed;
    }

    /** @param schemes that an address may name, in lower case; one that names none is relative */
    static boolean isHarmless(RenderedHtml html, Set<String> schemes) {
        return new PlainHtml(html.text(), schemes).isHarmless();
    }

    private boolean isHarmless() {
        skipPlain(PLAIN);
        while (at < chars.length) {
            if (chars[at] == '<') {
                at++;
                if (!tag()) {
                    return false;
                }
            } else if (!character()) {
                return false;
            }
            skipPlain(PLAIN);
        }
        return depth == 0;
    }

    private void skipPlain(boolean[] plain) {
        char[] all = chars;
        int next = at;
        while (next < all.length && all[next] < plain.length && plain[all[next]]) {
            next++;
        }
        at = next;
    }

    /** One character of text or of a value in quotes, or a reference to one. */
    private boolean character() {
        char c = chars[at++];
        if (c >= ' ' && c < 127) {
            return switch (c) {
                case '&' -> reference();
                // Left to the sanitizer, because a page's own templates could take it for theirs.
                case '{' -> at == chars.length || chars[at] != '{';
                case '<', '>', '"' -> false;
                default -> true;
            };
        }
        if (Character.isHighSurrogate(c)) {
            return at < chars.length && Character.isLowSurrogate(chars[at++]) && isCharacter(at - 2);
        }
        return c == '\n' || c == '\t' || c >= 0xa0 && c < 0xfffe && !Character.isLowSurrogate(c) && isCharacter(at - 1);
    }

    private boolean isCharacter(int place) {
        int point = html.codePointAt(place);
        return (point & 0xfffe) != 0xfffe && (point < 0xfdd0 || point > 0xfdef);
    }

    private boolean reference() {
        for (String name : REFERENCES) {
            if (html.startsWith(name, at)) {
                at += name.length();
                return true;
            }
        }
        return false;
    }

    private boolean tag() {
        if (at < chars.length && chars[at] == '/') {
            at++;
            Element element = element();
            return depth > 0 && element == open[--depth] && take('>');
        }
        Element element = element();
        if (element == null) {
            return false;
        }
        int seen = 0;
        while (isAt(' ') && !html.startsWith(" />", at)) {
            at++;
            if (++seen > element.attributes.size() || !attribute(element)) {
                return false;
            }
        }
        if (element.isEmpty) {
            return take(' ') && take('/') && take('>');
        }
        if (depth == DEPTH_MAX || element.name.equals("a") && isOpen(element)) {
            return false;
        }
        open[depth++] = element;
        return take('>');
    }

    /** The known element whose whole name is at the cursor; null when there is none. */
    private @Nullable Element element() {
        int start = at;
        skipName();
        if (at > start) {
            for (Element element : BY_LETTER[chars[start]]) {
                if (isAll(element.name, start)) {
                    return element;
                }
            }
        }
        return null;
    }

    private boolean isOpen(Element element) {
        for (int i = 0; i < depth; i++) {
            if (open[i] == element) {
                return true;
            }
        }
        return false;
    }

    /** Whether the name that ends here begins there. */
    private boolean isAll(String name, int start) {
        if (name.length() != at - start) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            if (chars[start + i] != name.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private boolean attribute(Element element) {
        String name = attributeName(element);
        if (name == null || !take('=') || !take('"')) {
            return false;
        }
        int start = at;
        skipPlain(VALUES);
        while (at < chars.length && chars[at] != '"') {
            if (chars[at] == '`' || !character()) {
                return false;
            }
            skipPlain(VALUES);
        }
        return value(name, start, at) && take('"');
    }

    private @Nullable String attributeName(Element element) {
        int start = at;
        skipName();
        for (String name : element.attributes) {
            if (isAll(name, start)) {
                return name;
            }
        }
        return null;
    }

    private boolean value(String name, int start, int end) {
        return switch (name) {
            case "href" -> end > start && address(start, end);
            case "src" -> address(start, end);
            case "align" -> ALIGNMENTS.contains(html.substring(start, end));
            case "start" -> only(OF_NUMBERS, start, end);
            default -> true;
        };
    }

    private boolean address(int start, int end) {
        if (!only(OF_ADDRESSES, start, end)) {
            return false;
        }
        for (int i = start; i < end; i++) {
            switch (chars[i]) {
                case ':' -> {
                    return schemes.contains(html.substring(start, i));
                }
                case '/', '?', '#' -> {
                    return true;
                }
                default -> {}
            }
        }
        return true;
    }

    private boolean only(boolean[] allowed, int start, int end) {
        for (int i = start; i < end; i++) {
            if (chars[i] >= allowed.length || !allowed[chars[i]]) {
                return false;
            }
        }
        return true;
    }

    /** Lower-case letters and digits. */
    private void skipName() {
        while (at < chars.length && isOfName(chars[at])) {
            at++;
        }
    }

    private static boolean isOfName(char c) {
        return c >= 'a' && c <= 'z' || c >= '0' && c <= '9';
    }

    private boolean isAt(char c) {
        return at < chars.length && chars[at] == c;
    }

    private boolean take(char c) {
        boolean found = isAt(c);
        at += found ? 1 : 0;
        return found;
    }
}
