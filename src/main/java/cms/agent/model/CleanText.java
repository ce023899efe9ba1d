package cms.agent.model;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Removes control characters and anything in the form of a key from text for people. Only an end of the text that may
 * become a key is held back.
 */
public final class CleanText {
    private static final Pattern KEY =
            Pattern.compile("(?<![A-Za-z0-9])(?:cms_[a-z]{2,12}_|sk-|xox[abp]-|gh[pousr]_|AKIA)[A-Za-z0-9_-]{12,}");

    /** A word at the end that is or may become a key. */
    private static final Pattern TAIL =
            Pattern.compile("(?<![A-Za-z0-9])(?:c|cm|cms|cms_[a-z]{0,12}|cms_[a-z]{2,12}_[A-Za-z0-9_-]*"
                    + "|s|sk|sk-[A-Za-z0-9_-]*|x|xo|xox|xox[abp]|xox[abp]-[A-Za-z0-9_-]*|g|gh|gh[pousr]|gh[pousr]_[A-Za-z0-9_-]*"
                    + "|A|AK|AKI|AKIA[A-Za-z0-9_-]*)$");

    private static final int HELD_CHARS_MAX = 400;
    private static final String REMOVED = "[key removed]";

    private String held = "";
    private char before = ' ';

    /** The text that may be shown now. */
    public String add(String delta) {
        String text = before + held + plain(delta);
        Matcher tail = TAIL.matcher(text);
        int end = text.length();
        if (tail.find(Math.max(1, text.length() - HELD_CHARS_MAX))) {
            end = tail.start();
        }
        held = text.substring(end);
        return shown(text.substring(0, end));
    }

    /** The rest of the text that was held back. */
    public String end() {
        String text = before + held;
        held = "";
        return shown(text);
    }

    private String shown(String text) {
        String clean = without(text);
        before = text.charAt(text.length() - 1);
        return clean.substring(1);
    }

    /** The cleaned form of a complete text. */
    public static String once(String text) {
        return without(plain(text));
    }

    /** The first {@code charsMax} characters; a surrogate pair is never split. */
    public static String head(String text, int charsMax) {
        if (text.length() <= charsMax) {
            return text;
        }
        boolean within = charsMax > 0 && Character.isHighSurrogate(text.charAt(charsMax - 1));
        return text.substring(0, within ? charsMax - 1 : charsMax);
    }

    private static String without(String text) {
        return KEY.matcher(text).replaceAll(REMOVED);
    }

    private static String plain(String text) {
        return text.codePoints()
                .filter(c -> c == '\n' || c == '\t' || !Character.isISOControl(c))
                .filter(c -> c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
