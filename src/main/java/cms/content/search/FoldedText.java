package cms.content.search;

import java.text.Normalizer;
import java.util.Locale;
import java.util.Map;

/**
 * Text as the search compares it: words of letters and digits in small letters without diacritics, each between two
 * blanks, so that a word, its beginning and a phrase are found by looking for one piece of text. Scripts that write
 * without blanks count each character as a word.
 */
final class FoldedText {
    /** Letters that no normal form takes apart. */
    private static final Map<Character, String> PLAIN =
            Map.of('ß', "ss", 'æ', "ae", 'œ', "oe", 'ø', "o", 'ł', "l", 'đ', "d", 'ð', "d", 'þ', "th", 'ı', "i");

    private FoldedText() {}

    /** {@code " the cafe is open "} for {@code "The Café is OPEN!"}; one blank when there is no word. */
    static String of(String text) {
        StringBuilder words = new StringBuilder(text.length() + 2).append(' ');
        String small = isPlain(text)
                ? text.toLowerCase(Locale.ROOT)
                : Normalizer.normalize(text, Normalizer.Form.NFKD).toLowerCase(Locale.ROOT);
        for (int at = 0; at < small.length(); ) {
            int letter = small.codePointAt(at);
            at += Character.charCount(letter);
            if (Character.isLetterOrDigit(letter)) {
                append(words, letter);
            } else if (!isMark(letter) && !endsWord(words)) {
                words.append(' ');
            }
        }
        return endsWord(words) ? words.toString() : words.append(' ').toString();
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

    private static boolean isPlain(String text) {
        return text.chars().allMatch(letter -> letter < 0x80);
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
