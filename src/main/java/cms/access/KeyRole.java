package cms.access;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The roles of conversation keys (spec 2.11). */
public enum KeyRole {
    VIEWER,
    EDITOR,
    ADMIN;

    /** The name in bodies and rows: {@code viewer}, {@code editor}, {@code admin}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The role of exactly this name; empty for anything else, other spellings included. */
    public static Optional<KeyRole> find(String key) {
        return Arrays.stream(values()).filter(role -> role.key().equals(key)).findFirst();
    }
}
