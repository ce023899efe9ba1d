package cms.access;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The roles of a person in a workspace, from most to least rights. */
public enum WorkspaceRole {
    OWNER,
    ADMIN,
    MEMBER;

    /** The name in bodies and rows: {@code owner}, {@code admin}, {@code member}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The role of exactly this name; empty for anything else, other spellings included. */
    public static Optional<WorkspaceRole> find(String key) {
        return Arrays.stream(values()).filter(role -> role.key().equals(key)).findFirst();
    }

    /** True when this role holds everything that {@code least} holds. */
    public boolean isAtLeast(WorkspaceRole least) {
        return compareTo(least) <= 0;
    }
}
