package cms.workspace;

import java.util.Locale;

/** Whether a workspace came with its owner's account (and stays with it) or was made later. */
enum WorkspaceType {
    PRIMARY,
    SECONDARY;

    /** The word in answers and rows: {@code primary} or {@code secondary}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    static WorkspaceType ofStored(String key) {
        return valueOf(key.toUpperCase(Locale.ROOT));
    }
}
