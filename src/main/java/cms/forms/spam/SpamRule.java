package cms.forms.spam;

import java.lang.Character.UnicodeScript;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** The rules that make a submission spam. The names of those that apply are stored with it, for people to judge. */
public enum SpamRule {
    /** More than five links in one text. */
    MANY_LINKS {
        @Override
        boolean applies(Sent sent) {
            return sent.texts().values().stream()
                    .anyMatch(text ->
                            LINK.matcher(text).results().limit(LINKS_MAX + 1L).count() > LINKS_MAX);
        }
    },
    /** All texts equal those of another submission of the form within an hour. */
    SAME_TEXT {
        @Override
        boolean applies(Sent sent) {
            return sent.sameAsAnother();
        }
    },
    /** A link where a name belongs. */
    LINK_IN_NAME {
        @Override
        boolean applies(Sent sent) {
            return sent.texts().entrySet().stream()
                    .anyMatch(text -> text.getKey().toLowerCase(Locale.ROOT).contains("name")
                            && LINK.matcher(text.getValue()).find());
        }
    },
    /** Latin letters beside Cyrillic or Greek ones that look like them, in one word. */
    MIXED_SCRIPTS {
        @Override
        boolean applies(Sent sent) {
            return sent.texts().values().stream().anyMatch(SpamRule::hasMixedWord);
        }
    },
    /** The form was filled in faster than a person types, by the time that the page sends. */
    TOO_FAST {
        @Override
        boolean applies(Sent sent) {
            return sent.millisToFill() >= 0 && sent.millisToFill() < FILL_MILLIS_MIN;
        }
    };

    private static final int LINKS_MAX = 5;
    private static final long FILL_MILLIS_MIN = 2_000;
    private static final Pattern LINK = Pattern.compile("(?:https?://|www\\.)[^\\s]", Pattern.CASE_INSENSITIVE);
    private static final Pattern NO_LETTERS = Pattern.compile("[^\\p{L}]+");
    private static final Set<UnicodeScript> LOOKALIKES =
            EnumSet.of(UnicodeScript.LATIN, UnicodeScript.CYRILLIC, UnicodeScript.GREEK);

    /**
     * The input of the rules.
     *
     * @param texts of the fields by name
     * @param millisToFill negative where the page does not send it
     */
    public record Sent(Map<String, String> texts, boolean sameAsAnother, long millisToFill) {}

    /** The names of the rules that apply, in the order of this list. */
    public static List<String> reasons(Sent sent) {
        return EnumSet.allOf(SpamRule.class).stream()
                .filter(rule -> rule.applies(sent))
                .map(rule -> rule.name().toLowerCase(Locale.ROOT))
                .toList();
    }

    abstract boolean applies(Sent sent);

    private static boolean hasMixedWord(String text) {
        for (String word : NO_LETTERS.split(text, -1)) {
            long scripts = word.codePoints()
                    .mapToObj(UnicodeScript::of)
                    .filter(LOOKALIKES::contains)
                    .distinct()
                    .count();
            if (scripts > 1) {
                return true;
            }
        }
        return false;
    }
}
