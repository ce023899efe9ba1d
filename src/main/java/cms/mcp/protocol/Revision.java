package cms.mcp.protocol;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The revisions of the protocol that are served, oldest first. */
public enum Revision {
    R2025_03_26("2025-03-26"),
    R2025_06_18("2025-06-18"),
    R2025_11_25("2025-11-25"),
    R2026_07_28("2026-07-28");

    private final String date;

    Revision(String date) {
        this.date = date;
    }

    /** The name on the wire. */
    public String date() {
        return date;
    }

    /** The revision of exactly this name; empty for one that is not served. */
    static Optional<Revision> of(String date) {
        return Arrays.stream(values())
                .filter(revision -> revision.date.equals(date))
                .findFirst();
    }

    /** The names of all that are served, oldest first. */
    static List<String> dates() {
        return Arrays.stream(values()).map(Revision::date).toList();
    }

    /** The revision offered to a client with sessions that asks for one which is not served. */
    static Revision newestWithSessions() {
        return R2025_11_25;
    }

    /** The revision of a request with sessions that names none. */
    static Revision assumed() {
        return R2025_03_26;
    }

    /** Whether each request is independent: no session, and all facts about the client in {@code _meta}. */
    boolean isStateless() {
        return this == R2026_07_28;
    }

    boolean takesBatches() {
        return this == R2025_03_26;
    }
}
