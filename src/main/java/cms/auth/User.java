package cms.auth;

import cms.platform.failure.Failure;
import org.jspecify.annotations.Nullable;

/**
 * A person with an account.
 *
 * @param displayName 1 to 100 characters (spec 2.1)
 * @param theme {@code light}, {@code dark} or {@code system}
 * @param avatarUrl the uploaded picture as a data URI, else the provider's, else null
 */
record User(
        String id,
        String email,
        String displayName,
        String theme,
        @Nullable String avatarUrl) {
    private static final int NAME_CHARS_MAX = 100;

    /** @throws Failure INVALID when nothing that can be seen or too much is left after trimming */
    static String parseName(String text) {
        String name = text.strip();
        if (name.codePointCount(0, name.length()) > NAME_CHARS_MAX
                || name.codePoints().anyMatch(User::steersText)
                || name.codePoints().noneMatch(User::isSeen)) {
            throw Failure.invalid("`displayName` must have 1 to 100 characters on one line, and one that can be seen.");
        }
        return name;
    }

    /** As much of a provider's name as fits; empty when nothing that can be seen is left. */
    static String cutName(String text) {
        StringBuilder name = new StringBuilder();
        text.strip()
                .codePoints()
                .filter(point -> !steersText(point))
                .limit(NAME_CHARS_MAX)
                .forEach(name::appendCodePoint);
        return name.codePoints().anyMatch(User::isSeen) ? name.toString().strip() : "";
    }

    /** Control characters, and those that turn the direction of the sentence in which others read the name. */
    private static boolean steersText(int point) {
        return Character.isISOControl(point)
                || (point >= 0x202a && point <= 0x202e)
                || (point >= 0x2066 && point <= 0x2069);
    }

    /** A joiner within a name is kept, but is none by itself. */
    private static boolean isSeen(int point) {
        return !Character.isWhitespace(point)
                && !Character.isSpaceChar(point)
                && Character.getType(point) != Character.FORMAT;
    }
}
