package cms.plan;

/** Which parts of the product are built into this instance ({@code CMS_EDITION}). */
public enum Edition {
    /** Every part is present; the plan of the workspace decides. */
    ENTERPRISE,
    /** The enterprise part is absent; every workspace is on the plan {@code community}. */
    COMMUNITY
}
