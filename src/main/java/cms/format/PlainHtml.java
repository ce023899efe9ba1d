package cms.format;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Recognises HTML that is harmless beyond doubt: balanced tags of a short list, written in one way only, with no
 * attribute but those that a list names for the tag, and addresses of plain characters with a harmless scheme.
 *
 * <p>It changes nothing and repairs nothing. What it does not know it refuses, harmless or not, and a sanitizer decides
 * about that; so a mistake of a renderer ends there and not in a page, and most texts are spared its price.
 */
final class PlainHtml {
    /** As deep as a sanitizer lets elements lie in each other. */
    private static final int DEPTH_MAX = 200;

    private static final Set<String> EMPTY = Set.of("br", "hr", "img");
    private static final Set<String> ALIGNMENTS = Set.of("left", "right", "center");
    private static final List<String> REFERENCES = List.of("amp;", "lt;", "gt;", "quot;");
    private static final boolean[] OF_ADDRESSES = characters("-._~:/?#[]@!$&'()*+,;=%");
    private static final boolean[] OF_NUMBERS = new boolean[128];

    private static final Map<String, Set<String>> ATTRIBUTES = Map.ofEntries(
            Map.entry("p", Set.of()),
            Map.entry("br", Set.of()),
            Map.entry("hr", Set.of()),
            Map.entry("h1", Set.of()),
            Map.entry("h2", Set.of()),
            Map.entry("h3", Set.of()),
            Map.entry("h4", Set.of()),
            Map.entry("h5", Set.of()),
            Map.entry("h6", Set.of()),
            Map.entry("em", Set.of()),
            Map.entry("strong", Set.of()),
            Map.entry("del", Set.of()),
            Map.entry("code", Set.of("class")),
            Map.entry("pre", Set.of()),
            Map.entry("blockquote", Set.of()),
            Map.entry("ul", Set.of()),
            Map.entry("ol", Set.of("start")),
            Map.entry("li", Set.of()),
            Map.entry("a", Set.of("href", "title")),
            Map.entry("img", Set.of("src", "alt", "title")),
            Map.entry("table", Set.of()),
            Map.entry("thead", Set.of()),
            Map.entry("tbody", Set.of()),
            Map.entry("tr", Set.of()),
            Map.entry("th", Set.of("align")),
            Map.entry("td", Set.of("align")));

    static {
        for (char digit = '0'; digit <= '9'; digit++) {
            OF_NUMBERS[digit] = true;
        }
    }

    private final String html;
    private final Set<String> schemes;
    private final String[] open = new String[DEPTH_MAX];
    private int depth;
    private int at;

    private PlainHtml(String html, Set<String> schemes) {
        this.html = html;
        this.schemes = schemes;
    }

    /** Letters and digits, and the given signs. */
    private static boolean[] characters(String signs) {
        boolean[] allowed = new boolean[128];
        for (char c = 0; c < 128; c++) {
            allowed[c] = c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || signs.indexOf(c) >= 0;
        }
        return allowed;
    }

    /** @param schemes that an address may name, in lower case; one that names none is relative */
    static boolean isHarmless(String html, Set<String> schemes) {
        return new PlainHtml(html, schemes).isHarmless();
    }

    private boolean isHarmless() {
        while (at < html.length()) {
            if (html.charAt(at) == '<') {
                at++;
                if (!tag()) {
                    return false;
                }
            } else if (!character()) {
                return false;
            }
        }
        return depth == 0;
    }

    /** One character of text or of a value in quotes, or a reference to one. */
    private boolean character() {
        char c = html.charAt(at++);
        if (c >= ' ' && c < 127) {
            return switch (c) {
                case '&' -> reference();
                // What a page's own templates would take for theirs is the sanitizer's.
                case '{' -> at == html.length() || html.charAt(at) != '{';
                case '<', '>', '"' -> false;
                default -> true;
            };
        }
        if (Character.isHighSurrogate(c)) {
            return at < html.length() && Character.isLowSurrogate(html.charAt(at++)) && isCharacter(at - 2);
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
        if (at < html.length() && html.charAt(at) == '/') {
            at++;
            String name = name();
            return depth > 0 && name.equals(open[--depth]) && take(">");
        }
        String name = name();
        Set<String> known = ATTRIBUTES.get(name);
        if (known == null) {
            return false;
        }
        int seen = 0;
        while (html.startsWith(" ", at) && !html.startsWith(" />", at)) {
            at++;
            if (++seen > known.size() || !attribute(known)) {
                return false;
            }
        }
        if (EMPTY.contains(name)) {
            return take(" />");
        }
        if (depth == DEPTH_MAX || name.equals("a") && isOpen("a")) {
            return false;
        }
        open[depth++] = name;
        return take(">");
    }

    private boolean isOpen(String name) {
        for (int i = 0; i < depth; i++) {
            if (open[i].equals(name)) {
                return true;
            }
        }
        return false;
    }

    private boolean attribute(Set<String> known) {
        String name = name();
        if (!known.contains(name) || !take("=\"")) {
            return false;
        }
        int start = at;
        while (at < html.length() && html.charAt(at) != '"') {
            if (html.charAt(at) == '`' || !character()) {
                return false;
            }
        }
        return value(name, start, at) && take("\"");
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
            switch (html.charAt(i)) {
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
            if (html.charAt(i) >= allowed.length || !allowed[html.charAt(i)]) {
                return false;
            }
        }
        return true;
    }

    /** Lower-case letters and digits from here on. */
    private String name() {
        int start = at;
        while (at < html.length() && isOfName(html.charAt(at))) {
            at++;
        }
        return html.substring(start, at);
    }

    private static boolean isOfName(char c) {
        return c >= 'a' && c <= 'z' || c >= '0' && c <= '9';
    }

    private boolean take(String text) {
        boolean found = html.startsWith(text, at);
        at += found ? text.length() : 0;
        return found;
    }
}
