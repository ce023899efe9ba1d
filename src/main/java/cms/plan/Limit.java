package cms.plan;

import static cms.plan.Limit.Row.UNLIMITED;
import static cms.plan.Limit.Row.row;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The limits that a plan sets (spec 8 first, reference 10.2 where it is silent), with the four amounts of the paid
 * plans in one row: free, starter, pro, enterprise.
 */
public enum Limit {
    AI_MESSAGES_PER_MONTH(
            "ai.messages_per_month",
            row(0, 150, 1_500, UNLIMITED),
            Feature.AI_HOSTED_KEY,
            Overage.of("ai_messages", "0.03", "messages", "per message")),
    API_MESSAGES_PER_MONTH(
            "api.messages_per_month",
            row(0, 100, 3_000, UNLIMITED),
            Feature.API_CONVERSATION,
            Overage.of("api_messages", "0.05", "messages", "per message")),
    API_MCP_CALLS_PER_MONTH(
            "api.mcp_calls_per_month",
            row(0, 5_000, 150_000, UNLIMITED),
            Feature.API_MCP_CLOUD,
            Overage.of("mcp_calls", "0.005", "calls", "per call")),
    API_MCP_KEYS("api.mcp_keys", row(0, 1, 15, UNLIMITED), Feature.API_MCP_CLOUD, null),
    API_CONVERSATION_KEYS("api.conversation_keys", row(0, 0, 15, UNLIMITED), Feature.API_CONVERSATION, null),
    API_WEBHOOKS("api.webhooks", row(0, 3, 10, UNLIMITED), Feature.API_WEBHOOKS_OUTBOUND, null),

    CDN_BANDWIDTH_GB(
            "cdn.bandwidth_gb",
            row(0, 2, 20, UNLIMITED),
            Feature.CDN_DELIVERY,
            Overage.of("cdn_bandwidth", "0.10", "GB", "per GB")),
    CDN_API_KEYS("cdn.api_keys", row(0, 3, 10, UNLIMITED), Feature.CDN_DELIVERY, null),

    FORMS_MODELS("forms.models", row(0, 1, 15, UNLIMITED), Feature.FORMS_ENABLED, null),
    FORMS_SUBMISSIONS_PER_MONTH(
            "forms.submissions_per_month",
            row(0, 100, 3_000, UNLIMITED),
            Feature.FORMS_ENABLED,
            Overage.of("form_submissions", "0.01", "submissions", "per submission")),

    MEDIA_STORAGE_GB(
            "media.storage_gb",
            row(0, 1, 15, 100),
            Feature.MEDIA_UPLOAD,
            Overage.of("media_storage", "0.25", "GB", "per GB and month")),
    MEDIA_FILE_SIZE_MB_MAX("media.max_file_size_mb", row(0, 5, 50, 100), Feature.MEDIA_UPLOAD, null),
    MEDIA_VARIANTS_PER_FIELD("media.variants_per_field", row(0, 4, 10, UNLIMITED), Feature.MEDIA_UPLOAD, null),

    /** Seats of a workspace, its owner included; no feature switches them off. */
    TEAM_MEMBERS("team.members", row(1, 3, 25, UNLIMITED), null, null);

    private final String key;
    private final Row row;

    /** The feature whose use is counted; community has no amount of one that needs the enterprise part. */
    private final @Nullable Feature feature;

    private final @Nullable Overage overage;

    Limit(String key, Row row, @Nullable Feature feature, @Nullable Overage overage) {
        this.key = key;
        this.row = row;
        this.feature = feature;
        this.overage = overage;
    }

    /** The documented name, such as {@code cdn.bandwidth_gb}; its last word is the unit. */
    public String key() {
        return key;
    }

    /** The price of exceeding the limit; empty for limits that cannot be exceeded. */
    public Optional<Overage> overage() {
        return Optional.ofNullable(overage);
    }

    Allowance on(Plan plan) {
        return switch (plan) {
            case FREE -> Row.allowance(row.free());
            case STARTER -> Row.allowance(row.starter());
            case PRO -> Row.allowance(row.pro());
            case ENTERPRISE -> Row.allowance(row.enterprise());
            case COMMUNITY ->
                feature != null && feature.needsEnterprisePart() ? Allowance.atMost(0) : Allowance.unlimited();
        };
    }

    /** The amounts of the paid plans; community has none of its own. */
    record Row(long free, long starter, long pro, long enterprise) {
        static final long UNLIMITED = Allowance.UNLIMITED_IN_ANSWERS;

        static Row row(long free, long starter, long pro, long enterprise) {
            return new Row(free, starter, pro, enterprise);
        }

        static Allowance allowance(long amount) {
            return amount == UNLIMITED ? Allowance.unlimited() : Allowance.atMost(amount);
        }
    }
}
