package cms.usage;

import cms.plan.Limit;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The counted kinds of use, in the order of answers (spec 4.5). The name is also the key of the overage setting. */
public enum Meter {
    AI_MESSAGES(Limit.AI_MESSAGES_PER_MONTH, "AI messages", "aiMessages", 1),
    FORM_SUBMISSIONS(Limit.FORMS_SUBMISSIONS_PER_MONTH, "Form submissions", "formSubmissions", 1),
    /** Delivered bytes; plans and answers use GB of 2^30. */
    CDN_BANDWIDTH(Limit.CDN_BANDWIDTH_GB, "CDN bandwidth", "cdnBandwidthGb", 1L << 30),
    /** Bytes that are stored now; not a count of a month. */
    MEDIA_STORAGE(Limit.MEDIA_STORAGE_GB, "Media storage", "mediaStorageGb", 1L << 30),
    API_MESSAGES(Limit.API_MESSAGES_PER_MONTH, "API messages", "apiMessages", 1),
    MCP_CALLS(Limit.API_MCP_CALLS_PER_MONTH, "MCP calls", "mcpCalls", 1);

    private static final long MEGABYTE = 1L << 20;

    private final Limit limit;
    private final String title;
    private final String simpleName;
    private final long unit;

    Meter(Limit limit, String title, String simpleName, long unit) {
        this.limit = limit;
        this.title = title;
        this.simpleName = simpleName;
        this.unit = unit;
    }

    /** The settings key, such as {@code ai_messages}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The limit of the plan, in units of {@link #unit()}. */
    public Limit limit() {
        return limit;
    }

    /** The name for people. */
    public String title() {
        return title;
    }

    /** The member of the simple form. */
    String simpleName() {
        return simpleName;
    }

    /** How many of the smallest unit make one unit of the plan. */
    long unit() {
        return unit;
    }

    /** How many of the smallest unit the payment provider counts as one: a piece, or an MB of 2^20 bytes. */
    public long soldUnit() {
        return unit == 1 ? 1 : MEGABYTE;
    }

    /** Whether it is a level that goes up and down, and no count of a month. */
    boolean isLevel() {
        return this == MEDIA_STORAGE;
    }

    /** The meter of a settings key. */
    public static Optional<Meter> find(String key) {
        return Arrays.stream(values()).filter(meter -> meter.key().equals(key)).findFirst();
    }

    static Meter ofKey(String key) {
        return find(key).orElseThrow();
    }
}
