package cms.forms.clean;

import cms.platform.json.Json;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.owasp.html.Encoding;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Strips texts of tags, script patterns and entities (spec 4.14), until there is nothing left to strip: text that one
 * pass uncovers is stripped by the next. A text without {@code <}, {@code &} and those words stays as it is, and so do
 * {@code 5 < 6} and {@code AT&T}. The result is plain text; a page that shows it escapes it.
 */
public final class Sanitiser {
    /**
     * Most passes: nothing is nested so deep by accident. Text that is still dangerous then loses the characters that
     * all patterns need.
     */
    private static final int PASSES_MAX = 20;

    private static final Pattern ENTITY =
            Pattern.compile("&(?:#([xX]?)([0-9a-fA-F]{1,30});?|([a-zA-Z][a-zA-Z0-9]{1,31});|([lL][tT]|[gG][tT]))");

    private static final Map<String, String> NAMED = Map.ofEntries(
            Map.entry("lt", "<"),
            Map.entry("gt", ">"),
            Map.entry("amp", "&"),
            Map.entry("quot", "\""),
            Map.entry("apos", "'"),
            Map.entry("nbsp", "\u00a0"),
            Map.entry("colon", ":"),
            Map.entry("equals", "="),
            Map.entry("lpar", "("),
            Map.entry("rpar", ")"),
            Map.entry("sol", "/"),
            Map.entry("tab", "\t"),
            Map.entry("newline", "\n"));

    private static final Pattern COMMENT = Pattern.compile("<!--.*?-->", Pattern.DOTALL);
    private static final String COMMENT_END = "-->";

    private static final List<Pattern> DROPPED = List.of(
            Pattern.compile("<[a-zA-Z/!?][^<>]*>"),
            Pattern.compile("<(?=[a-zA-Z/!?])"),
            spread("javascript:"),
            spread("vbscript:"),
            spread("data:text/html"),
            Pattern.compile("(?<![\\p{L}\\p{N}_])on[a-z]{2,30}\\s*=", Pattern.CASE_INSENSITIVE));

    private static final Pattern LAST_RESORT = Pattern.compile("[<&:=]");
    private static final Pattern CONTROLS = Pattern.compile("[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f]");

    private Sanitiser() {}

    /** Browsers overlook tabs and breaks within these words. */
    private static Pattern spread(String word) {
        StringBuilder pattern = new StringBuilder();
        for (int i = 0; i < word.length(); i++) {
            pattern.append(i == 0 ? "" : "[\\t\\r\\n]{0,5}").append(Pattern.quote(word.substring(i, i + 1)));
        }
        return Pattern.compile(pattern.toString(), Pattern.CASE_INSENSITIVE);
    }

    /** A copy of a value in which every text is stripped, names of members included. */
    public static JsonNode clean(JsonNode value) {
        if (value.isString()) {
            return Json.tree(clean(value.stringValue()));
        }
        if (value instanceof ArrayNode items) {
            ArrayNode cleaned = Json.object().putArray("items");
            items.forEach(item -> cleaned.add(clean(item)));
            return cleaned;
        }
        if (value instanceof ObjectNode members) {
            ObjectNode cleaned = Json.object();
            members.forEachEntry((name, member) -> cleaned.set(clean(name), clean(member)));
            return cleaned;
        }
        return value;
    }

    public static String clean(String text) {
        String before = CONTROLS.matcher(text).replaceAll("");
        for (int pass = 0; pass < PASSES_MAX; pass++) {
            String after = onePass(before);
            if (after.equals(before)) {
                return after;
            }
            before = after;
        }
        return LAST_RESORT.matcher(before).replaceAll(" ");
    }

    private static String onePass(String text) {
        String cleaned = text.indexOf('&') < 0 ? text : ENTITY.matcher(text).replaceAll(Sanitiser::decoded);
        cleaned = withoutComments(cleaned);
        for (Pattern dropped : DROPPED) {
            cleaned = dropped.matcher(cleaned).replaceAll("");
        }
        return CONTROLS.matcher(cleaned).replaceAll("");
    }

    /**
     * The text without comments. No comment is searched for behind the last end of one, as each start there would be
     * followed to the end of the text.
     */
    private static String withoutComments(String text) {
        int last = text.lastIndexOf(COMMENT_END);
        if (last < 0) {
            return text;
        }
        int end = last + COMMENT_END.length();
        return COMMENT.matcher(text.substring(0, end)).replaceAll("") + text.substring(end);
    }

    private static String decoded(java.util.regex.MatchResult entity) {
        String decoded;
        if (entity.group(2) != null) {
            decoded = character(entity.group(2), entity.group(1).isEmpty() ? 10 : 16);
        } else {
            String name = entity.group(3) == null ? entity.group(4) : entity.group(3);
            String known = NAMED.get(name.toLowerCase(Locale.ROOT));
            decoded = known == null ? Encoding.decodeHtml(entity.group(), false) : known;
        }
        return Matcher.quoteReplacement(decoded);
    }

    /** The character of a numeric reference; empty for a number that is not a character. */
    private static String character(String digits, int radix) {
        try {
            int point = Integer.parseInt(digits, radix);
            boolean surrogate = point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
            return Character.isValidCodePoint(point) && !surrogate ? Character.toString(point) : "";
        } catch (NumberFormatException tooLarge) {
            return "";
        }
    }
}
