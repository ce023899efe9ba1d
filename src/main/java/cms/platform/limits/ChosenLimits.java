package cms.platform.limits;

import java.time.Duration;

/**
 * The rate limits whose number is chosen by a setting, a key or a form, beside the fixed ones of {@link Limits}: what
 * is counted, for whom, and in which window. docs/rate-limits.md shows them, which a test compares. Reads of delivery
 * are not here: the front door counts them itself.
 */
public enum ChosenLimits {
    CHAT("chat", Duration.ofMinutes(1), "person", "CMS_CHAT_RATE_PER_MINUTE"),
    CONVERSATION(
            "conversation", Duration.ofMinutes(1), "key", "what the key says, else CMS_CONVERSATION_RATE_PER_MINUTE"),
    MCP("mcp", Duration.ofMinutes(1), "key", "what the key says"),
    MEDIA("media", Duration.ofHours(1), "key", "CMS_MEDIA_RATE_PER_HOUR"),
    KEYLESS_MEDIA("keyless-media", Duration.ofMinutes(1), "address and project", "CMS_KEYLESS_MEDIA_RATE_PER_MINUTE"),
    FORM_SUBMIT(
            "form-submit",
            Duration.ofMinutes(1),
            "address and form",
            "what the form says, else CMS_FORM_RATE_PER_MINUTE");

    private final String key;
    private final Duration window;
    private final String whose;
    private final String chosenBy;

    ChosenLimits(String key, Duration window, String whose, String chosenBy) {
        this.key = key;
        this.window = window;
        this.whose = whose;
        this.chosenBy = chosenBy;
    }

    /** The limit with the number that was chosen. */
    public RateLimit of(int count) {
        return new RateLimit(key, count, window);
    }

    /** The subject whose requests are counted: a person, a key or an address; a cell of docs/rate-limits.md. */
    public String whose() {
        return whose;
    }

    /** The setting, key or form that chooses the number; for the table. */
    public String chosenBy() {
        return chosenBy;
    }
}
