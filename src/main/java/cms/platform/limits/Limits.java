package cms.platform.limits;

import java.time.Duration;

/**
 * The rate limits with a fixed number, in one table; those whose number a setting, a key or a form chooses are in
 * {@link ChosenLimits}. docs/rate-limits.md shows both, which a test compares.
 */
public enum Limits {
    LOGIN("login", 10, Duration.ofMinutes(1), "address"),
    OAUTH_VERIFY("oauth-verify", 10, Duration.ofMinutes(1), "address"),
    VERIFY("verify", 10, Duration.ofMinutes(1), "address"),
    REFRESH("refresh", 10, Duration.ofMinutes(1), "address"),
    MAGIC_LINK("magic-link", 5, Duration.ofMinutes(1), "address"),
    MAGIC_VERIFY("magic-verify", 10, Duration.ofMinutes(1), "address"),
    PREVIEW_READS("preview reads", 1_200, Duration.ofMinutes(1), "address"),
    INVITATION_RESEND("invitation-resend", 3, Duration.ofHours(1), "member"),
    BILLING_CHECKOUT("billing-checkout", 1, Duration.ofSeconds(30), "workspace"),
    WEBHOOK_TEST("webhook-test", 10, Duration.ofMinutes(1), "webhook"),
    FORM_CONFIG("form-config", 30, Duration.ofMinutes(1), "address"),
    /**
     * Submissions to all forms together, counted before anything of the project is read; the limit of a form is counted
     * after it.
     */
    FORM_REQUESTS("form-requests", 1_200, Duration.ofMinutes(1), "address"),
    FORM_EXPORT("form-export", 10, Duration.ofMinutes(1), "person"),
    OAUTH_AUTHORIZE("oauth-authorize", 60, Duration.ofMinutes(1), "address"),
    OAUTH_TOKEN("oauth-token", 60, Duration.ofMinutes(1), "address"),
    OAUTH_REGISTER("oauth-register", 10, Duration.ofMinutes(1), "address"),
    OAUTH_REGISTER_DAILY("oauth-register-daily", 100, Duration.ofDays(1), "address"),
    CLIENT_DOCUMENTS("client-documents", 10, Duration.ofMinutes(1), "address"),
    CLIENT_DOCUMENTS_OF_HOST("client-documents-of-host", 30, Duration.ofMinutes(1), "host"),
    ALL_CLIENT_DOCUMENTS("all-client-documents", 300, Duration.ofMinutes(1), "service"),
    ATTACHMENTS("attachments", 60, Duration.ofMinutes(1), "person"),
    CONFIRMATION_CODE("confirmation-code", 5, Duration.ofMinutes(10), "conversation"),
    /** New sizes of pictures, asked for without a key or a signature. */
    NEW_DERIVATIVES("new-derivatives", 60, Duration.ofMinutes(1), "address"),
    /** Requests that compute: a limit for each person. */
    MARKDOWN_PREVIEW("markdown-preview", 60, Duration.ofMinutes(1), "person"),
    SEARCH("search", 300, Duration.ofMinutes(1), "person"),
    PROJECT_HEALTH("project-health", 300, Duration.ofMinutes(1), "person"),
    BRANCH_DIFF("branch-diff", 300, Duration.ofMinutes(1), "person"),
    HISTORY("history", 3_000, Duration.ofMinutes(1), "person"),
    /** Far above the capacity of one processor: they stop an endless loop, and no intended load. */
    SNAPSHOTS("snapshots", 60_000, Duration.ofMinutes(1), "person"),
    /** Reports of where a person is in the content of a project. */
    PRESENCE("presence", 1, Duration.ofSeconds(1), "person"),
    /** A leave may follow a report at once, and those of several windows each other. */
    PRESENCE_LEAVES("presence-leaves", 10, Duration.ofSeconds(10), "person"),
    CONTENT_READS("content-reads", 60_000, Duration.ofMinutes(1), "person"),
    CONTENT_WRITES("content-writes", 60_000, Duration.ofMinutes(1), "person"),
    MEDIA_WRITES("media-writes", 6_000, Duration.ofMinutes(1), "person"),
    /** Repositories that are copied, imported and connected. */
    REPOSITORIES("repositories", 600, Duration.ofMinutes(1), "person"),
    /** All routes of a signed-in person without a limit of their own, together. */
    REQUESTS("requests", 60_000, Duration.ofMinutes(1), "person"),
    /** All public routes without a limit of their own, together. */
    PUBLIC_REQUESTS("public-requests", 60_000, Duration.ofMinutes(1), "address"),
    HOST_WEBHOOKS("host-webhooks", 6_000, Duration.ofMinutes(1), "address"),
    PAYMENT_WEBHOOKS("payment-webhooks", 6_000, Duration.ofMinutes(1), "address"),
    BUILDS("builds", 600, Duration.ofMinutes(1), "person"),
    PREVIEWS("previews", 600, Duration.ofMinutes(1), "person"),
    GIT_FETCHES("git-fetches", 6_000, Duration.ofMinutes(1), "person"),
    GIT_PUSHES("git-pushes", 1_200, Duration.ofMinutes(1), "person");

    private final RateLimit rate;
    private final String whose;

    Limits(String name, int count, Duration window, String whose) {
        this.rate = new RateLimit(name, count, window);
        this.whose = whose;
    }

    public RateLimit rate() {
        return rate;
    }

    /** The subject whose requests are counted, such as a person or an address; a cell of docs/rate-limits.md. */
    public String whose() {
        return whose;
    }
}
