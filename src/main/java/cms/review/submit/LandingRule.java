package cms.review.submit;

/** The rule by which a change lands. */
public enum LandingRule {
    /** By plan and configuration: at once, or after a reviewer's merge (content and status). */
    BY_WORKFLOW,
    /** At once, whatever the workflow: configuration, vocabulary, form settings (design 2.2). */
    AT_ONCE
}
