package cms.githost.provider;

import java.util.Locale;

/** Whether the app still reaches a repository that was connected. */
public enum AccessStatus {
    ACCESSIBLE,
    /** The installation is suspended; it may come back. */
    SUSPENDED,
    /** The installation is gone, or does not cover the repository any more. */
    INACCESSIBLE,
    DELETED;

    /** The name in answers and rows. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static AccessStatus ofStored(String key) {
        return valueOf(key.toUpperCase(Locale.ROOT));
    }
}
