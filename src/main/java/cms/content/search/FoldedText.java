package cms.content.search;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Text as the search compares it: words of letters and digits in small letters without diacritics, each between two
 * blanks, so that a word, its beginning and a phrase are found by looking for one piece of text. Scripts that write
 * without blanks count each character as a word.
 */
final class FoldedText {
    /** Letters that no normal form takes apart, and the form that a letter has at the end of a word alone. */
    private static final Map<Character, String> PLAIN = Map.of(
            'ß', "ss", 'æ', "ae", 'œ', "oe", 'ø', "o", 'ł', "l", 'đ', "d", 'ð', "d", 'þ', "th", 'ı', "i", 'ς', "σ");

    private static final int ASCII_END = 0x80;
    private static final byte LEFT_OUT = 0;

    /** For each ASCII character its small letter or digit, a blank where it separates words, or {@link #LEFT_OUT}. */
    private static final byte[] ASCII = ascii();

    /** Decompositions of single characters, cached at their first use; two threads may compute the same one. */
    private static final @Nullable String[] APART = new String[Character.MAX_VALUE + 1];

    private FoldedText() {}

    /** {@code " the cafe is open "} for {@code "The Café is OPEN!"}; one blank when there is no word. */
    static String of(String text) {
        byte[] words = new byte[text.length() + 2];
        int end = 0;
        words[end++] = ' ';
        for (int at = 0; at < text.length(); at++) {
            char letter = text.charAt(at);
            if (letter >= ASCII_END) {
                return any(text);
            }
            byte plain = ASCII[letter];
            if (plain != LEFT_OUT && (plain != ' ' || words[end - 1] != ' ')) {
                words[end++] = plain;
            }
        }
        if (words[end - 1] != ' ') {
            words[end++] = ' ';
        }
        return new String(words, 0, end, StandardCharsets.ISO_8859_1);
    }

    private static byte[] ascii() {
        byte[] table = new byte[ASCII_END];
        Arrays.fill(table, (byte) ' ');
        for (char letter = 0; letter < ASCII_END; letter++) {
            if (Character.isLetterOrDigit(letter)) {
                table[letter] = (byte) Character.toLowerCase(letter);
            }
        }
        table['\''] = LEFT_OUT;
        return table;
    }

    private static String any(String text) {
        StringBuilder words = new StringBuilder(text.length() + 2).append(' ');
        for (int at = 0; at < text.length(); at++) {
            char letter = text.charAt(at);
            boolean pair = Character.isHighSurrogate(letter)
                    && at + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(at + 1));
            String parts = pair ? apart(text.substring(at, at + 2)) : apart(letter);
            at += pair ? 1 : 0;
            for (int part = 0; part < parts.length(); part += Character.charCount(parts.codePointAt(part))) {
                take(words, parts.codePointAt(part));
            }
        }
        return endsWord(words) ? words.toString() : words.append(' ').toString();
    }

    /** The order of marks behind a letter does not matter, so a text may be taken apart character by character. */
    private static String apart(char letter) {
        String known = APART[letter];
        if (known == null) {
            known = apart(String.valueOf(letter));
            APART[letter] = known;
        }
        return known;
    }

    private static String apart(String letter) {
        return Normalizer.normalize(letter, Normalizer.Form.NFKD).toLowerCase(Locale.ROOT);
    }

    private static void take(StringBuilder words, int letter) {
        if (Character.isLetterOrDigit(letter)) {
            append(words, letter);
        } else if (!isMark(letter) && !endsWord(words)) {
            words.append(' ');
        }
    }

    private static void append(StringBuilder words, int letter) {
        if (isWordByItself(letter)) {
            if (!endsWord(words)) {
                words.append(' ');
            }
            words.appendCodePoint(letter).append(' ');
            return;
        }
        String plain = letter < 0xdf || letter > 0xffff ? null : PLAIN.get((char) letter);
        if (plain == null) {
            words.appendCodePoint(letter);
        } else {
            words.append(plain);
        }
    }

    private static boolean endsWord(StringBuilder words) {
        return words.charAt(words.length() - 1) == ' ';
    }

    private static boolean isMark(int letter) {
        int type = Character.getType(letter);
        return type == Character.NON_SPACING_MARK
                || type == Character.ENCLOSING_MARK
                || letter == '\''
                || letter == '’';
    }

    private static boolean isWordByItself(int letter) {
        return letter >= 0x0e00
                && switch (Character.UnicodeScript.of(letter)) {
                    case HAN, HIRAGANA, KATAKANA, THAI, LAO, KHMER, MYANMAR -> true;
                    default -> false;
                };
    }
}
