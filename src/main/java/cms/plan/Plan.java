package cms.plan;

import java.util.Locale;

/**
 * The plans that a workspace can buy, from the smallest to the largest, and the fixed plan of the community edition.
 */
public enum Plan {
    FREE,
    STARTER,
    PRO,
    ENTERPRISE,
    COMMUNITY;

    /**
     * The name in answers and rows: {@code free}, {@code starter}, {@code pro}, {@code enterprise}, {@code community}.
     */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Reads a stored name and never fails: the names of earlier price lists ({@code business}, {@code team}) mean
     * {@code pro}, and an unknown name grants nothing beyond {@code free} (reference 10.2).
     */
    public static Plan ofStored(String key) {
        return switch (key) {
            case "starter" -> STARTER;
            case "pro", "business", "team" -> PRO;
            case "enterprise" -> ENTERPRISE;
            case "community" -> COMMUNITY;
            default -> FREE;
        };
    }

    /** Whether this plan includes all paid features of {@code other}; community is not among the paid plans. */
    boolean includes(Plan other) {
        return this != COMMUNITY && compareTo(other) >= 0;
    }
}
