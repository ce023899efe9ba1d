package cms.auth;

import cms.platform.failure.Failure;
import cms.platform.json.VisibleName;
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

    /**
     * The display name of a request; the present one may be sent back unchanged.
     *
     * @throws Failure INVALID for a name without visible characters, or too long a one
     */
    String renamed(String text) {
        return VisibleName.parse("displayName", text, NAME_CHARS_MAX, displayName);
    }

    /** A provider's name cut to the longest display name; empty when no visible character is left. */
    static String cutName(String text) {
        return VisibleName.cut(text, NAME_CHARS_MAX);
    }
}
