package cms.content.check;

import java.util.Locale;

/** How bad a finding about an entry is (reference 1.5); only an error keeps the entry from being saved. */
public enum Severity {
    ERROR,
    WARNING,
    NOTICE;

    /** The word in answers. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
