package cms.plan;

/** The edition of this instance, which determines the built-in parts ({@code CMS_EDITION}). */
public enum Edition {
    /** Every part is present; the plan of the workspace decides. */
    ENTERPRISE,
    /** The enterprise part is absent; every workspace is on the plan {@code community}. */
    COMMUNITY
}
