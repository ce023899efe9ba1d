package cms.access;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The roles of a workspace member in one project.
 *
 * <p>The three are not a ladder: an editor writes and cannot merge, a reviewer merges and cannot write.
 */
public enum ProjectRole {
    EDITOR,
    REVIEWER,
    VIEWER;

    /** The name in bodies and rows: {@code editor}, {@code reviewer}, {@code viewer}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The role of exactly this name; empty for anything else, other spellings included. */
    public static Optional<ProjectRole> find(String key) {
        return Arrays.stream(values()).filter(role -> role.key().equals(key)).findFirst();
    }
}
