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

    /** @throws Failure INVALID when nothing or too much is left after trimming */
    static String parseName(String text) {
        String name = text.strip();
        int length = name.codePointCount(0, name.length());
        if (length < 1 || length > NAME_CHARS_MAX || name.chars().anyMatch(Character::isISOControl)) {
            throw Failure.invalid("`displayName` must have 1 to 100 characters.");
        }
        return name;
    }

    /** As much of a provider's name as fits; empty when nothing is left. */
    static String cutName(String text) {
        StringBuilder name = new StringBuilder();
        text.strip()
                .codePoints()
                .filter(point -> !Character.isISOControl(point))
                .limit(NAME_CHARS_MAX)
                .forEach(name::appendCodePoint);
        return name.toString().strip();
    }
}
