package cms.format;

import java.util.Set;
import java.util.regex.Pattern;

/** The syntax of ids, slugs and locales (reference 1.4, 2.3, 2.4). */
public final class ContentNames {
    /** The locale of a route that names none (spec 4.8). */
    public static final String DEFAULT_LOCALE = "en";

    private static final Pattern ENTRY_ID = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9_-]{0,39}");
    private static final Pattern KEBAB = Pattern.compile("[a-z0-9]+(?:-[a-z0-9]+)*+");
    private static final Pattern LOCALE = Pattern.compile("[a-z]{2}(?:-[A-Z]{2})?");
    private static final Pattern FIELD_NAME = Pattern.compile("[a-z][a-z0-9_]*+");
    private static final int NAME_CHARS_MAX = 200;
    private static final Set<String> RESERVED_SEGMENTS = Set.of(".", "..", ".git");

    private ContentNames() {}

    /** Up to 40 letters, digits, {@code _} and {@code -}; the first is a letter or digit. */
    public static boolean isEntryId(String text) {
        return ENTRY_ID.matcher(text).matches();
    }

    /** Small letters and digits in groups joined by single hyphens. */
    public static boolean isSlug(String text) {
        return text.length() <= NAME_CHARS_MAX && KEBAB.matcher(text).matches();
    }

    /** Kebab case, like a slug. */
    public static boolean isModelId(String text) {
        return isSlug(text);
    }

    /** A language of two small letters, optionally with a region of two capitals. */
    public static boolean isLocale(String text) {
        return LOCALE.matcher(text).matches();
    }

    /** Snake case that begins with a letter. */
    public static boolean isFieldName(String text) {
        return text.length() <= NAME_CHARS_MAX && FIELD_NAME.matcher(text).matches();
    }

    /** Whether a text can be the name of one folder or file inside a repository. */
    public static boolean isSafeSegment(String text) {
        return !text.isBlank()
                && text.length() <= NAME_CHARS_MAX
                && !RESERVED_SEGMENTS.contains(text.toLowerCase(java.util.Locale.ROOT))
                && text.chars().allMatch(c -> c >= 0x20 && c != 0x7f && "/\\:*?\"<>|".indexOf(c) < 0);
    }
}
