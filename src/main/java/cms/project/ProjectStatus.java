package cms.project;

import java.util.Locale;

/** Whether a project can be worked with (reference 3.2). */
public enum ProjectStatus {
    ACTIVE,
    /** Connected, and its repository has no data directory yet. */
    SETUP,
    ERROR;

    /** The word in answers and rows: {@code active}, {@code setup}, {@code error}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    static ProjectStatus ofStored(String key) {
        return valueOf(key.toUpperCase(Locale.ROOT));
    }
}
