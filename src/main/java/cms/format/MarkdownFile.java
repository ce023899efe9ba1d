package cms.format;

import cms.format.text.MalformedText;
import cms.format.text.YamlReader;
import cms.format.text.YamlWriter;
import cms.platform.json.TooManyValues;
import cms.platform.json.ValueBudget;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A document: frontmatter and body (reference 2.2).
 *
 * @param frontmatter the members in file order; they must not be changed
 * @param body Markdown with LF line ends, without blank lines before it and blanks or line breaks after it
 */
public record MarkdownFile(ObjectNode frontmatter, String body) {
    private static final String FENCE = "---";
    private static final String FENCE_LINE = "---\n";
    private static final byte BYTE_ORDER_MARK = (byte) 0xef;

    /** Begins at none but the first of them: each other one would be looked at again to their end. */
    private static final Pattern LINE_END = Pattern.compile("(?<!\\r)\\r++\\n");

    private static final char REPLACEMENT = '\ufffd';

    public MarkdownFile {
        body = trim(lineFeeds(body));
    }

    /** Reads a document; {@code path} only names it in a finding. A text without frontmatter is all body. */
    public static ContentFile parse(String path, byte[] utf8) {
        return parse(path, utf8, ContentFile.budget());
    }

    static ContentFile parse(String path, byte[] utf8, ValueBudget budget) {
        try {
            budget.text(utf8.length);
            MarkdownFile file = split(decoded(utf8), budget);
            return Markdown.isTooMuch(file.body())
                    ? new ContentFile.Unreadable(path, 0, Markdown.TOO_MUCH)
                    : new ContentFile.Markdown(file);
        } catch (CharacterCodingException notUtf8) {
            return new ContentFile.Unreadable(path, 0, "The file is not UTF-8.");
        } catch (TooManyValues tooMany) {
            return new ContentFile.Unreadable(path, 0, "The file holds " + tooMany.message() + ".");
        } catch (MalformedText malformed) {
            return new ContentFile.Unreadable(path, malformed.line(), malformed.message());
        }
    }

    /** The most bytes of the heap that a stored document takes, by the length of its frontmatter. */
    public static long heldBytesAtMost(byte[] utf8) {
        return utf8.length + ValueBudget.bytesOfYamlAtMost(headBytes(utf8));
    }

    private static int headBytes(byte[] utf8) {
        if (utf8.length == 0 || (utf8[0] != '-' && utf8[0] != BYTE_ORDER_MARK)) {
            return 0;
        }
        for (int i = 1; i + 2 < utf8.length; i++) {
            if (utf8[i - 1] == '\n' && utf8[i] == '-' && utf8[i + 1] == '-' && utf8[i + 2] == '-') {
                return i;
            }
        }
        return utf8.length;
    }

    /**
     * Decodes UTF-8. The quick decoder replaces malformed bytes by U+FFFD; only where the result has that character,
     * the strict decoder tells whether the file had it.
     */
    private static String decoded(byte[] utf8) throws CharacterCodingException {
        String text = new String(utf8, StandardCharsets.UTF_8);
        return text.indexOf(REPLACEMENT) < 0
                ? text
                : StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(utf8))
                        .toString();
    }

    /**
     * A document whose body may itself begin with frontmatter, after blank lines that no file keeps: such a block is
     * merged into the frontmatter, where the given members win (reference 2.2).
     */
    public static MarkdownFile folded(ObjectNode frontmatter, String body) {
        MarkdownFile whole = new MarkdownFile(frontmatter, body);
        MarkdownFile inner;
        try {
            inner = split(whole.body, ContentFile.budget());
        } catch (MalformedText isJustText) {
            return whole;
        }
        ObjectNode members = frontmatter.deepCopy();
        inner.frontmatter.forEachEntry(members::putIfAbsent);
        return inner.frontmatter.isEmpty() ? whole : new MarkdownFile(members, inner.body);
    }

    /** The file as it is written; lone surrogates in the body cannot be written and become question marks. */
    public byte[] bytes() {
        StringBuilder text = new StringBuilder(FENCE_LINE)
                .append(YamlWriter.text(frontmatter))
                .append(FENCE_LINE);
        if (!body.isEmpty()) {
            text.append('\n').append(body).append('\n');
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static MarkdownFile split(String stored, ValueBudget budget) throws MalformedText {
        String text = lineFeeds(stored.startsWith("\ufeff") ? stored.substring(1) : stored);
        int head = lineEnd(text, 0);
        if (!text.substring(0, head).stripTrailing().equals(FENCE)) {
            return new MarkdownFile(JsonNodeFactory.instance.objectNode(), text);
        }
        int start = Math.min(head + 1, text.length());
        for (int line = start; line < text.length(); line = lineEnd(text, line) + 1) {
            int end = lineEnd(text, line);
            if (text.startsWith(FENCE, line)
                    && text.substring(line, end).stripTrailing().equals(FENCE)) {
                ObjectNode members = YamlReader.read(text.substring(start, line), 2, budget);
                return new MarkdownFile(members, text.substring(Math.min(end + 1, text.length())));
            }
        }
        throw new MalformedText(1, "The frontmatter that begins here is never closed.");
    }

    /** All carriage returns before a line feed go at once: with one left, the next reading would change the text. */
    private static String lineFeeds(String text) {
        return text.indexOf('\r') < 0 ? text : LINE_END.matcher(text).replaceAll("\n");
    }

    private static int lineEnd(String text, int from) {
        int end = text.indexOf('\n', from);
        return end < 0 ? text.length() : end;
    }

    private static String trim(String body) {
        int end = body.length();
        while (end > 0 && isBlank(body.charAt(end - 1))) {
            end--;
        }
        int start = 0;
        for (int i = 0; i < end && isBlank(body.charAt(i)); i++) {
            if (body.charAt(i) == '\n') {
                start = i + 1;
            }
        }
        return body.substring(start, end);
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
    }
}
