package cms.forms;

import cms.platform.json.Json;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The submission of a visitor (spec 2.14, reference 3.7).
 *
 * @param data the cleaned values of the exposed fields
 * @param spamReasons the rules that called it spam; empty otherwise
 * @param countedAt when it was counted against the plan; null for spam
 * @param decided the decision about it
 */
public record Submission(
        String id,
        FormAddress place,
        SubmissionStatus status,
        ObjectNode data,
        String locale,
        Visitor visitor,
        List<String> spamReasons,
        @Nullable Instant countedAt,
        Instant createdAt,
        Decided decided) {
    /** The form that took it. */
    public record FormAddress(String workspaceId, String projectId, String modelId) {}

    /** The visitor who sent it, by the request's address and headers. */
    public record Visitor(
            String address,
            @Nullable String userAgent,
            @Nullable String referrer) {}

    /** The approval and the entry that it became; all members are null before that. */
    public record Decided(
            @Nullable Instant at,
            @Nullable String by,
            @Nullable String entryId,
            @Nullable String branch) {
        static final Decided NOT_YET = new Decided(null, null, null, null);
    }

    public Submission {
        spamReasons = List.copyOf(spamReasons);
    }

    /** The row of answers. */
    public ObjectNode json() {
        ObjectNode json = Json.object().put("id", id).put("model_id", place.modelId());
        json.set("data", data);
        json.put("status", status.key())
                .put("source_ip", visitor.address())
                .put("created_at", createdAt.toString())
                .put("project_id", place.projectId())
                .put("workspace_id", place.workspaceId())
                .put("user_agent", visitor.userAgent())
                .put("referrer", visitor.referrer())
                .put("locale", locale);
        Instant at = decided.at();
        json.put("approved_at", at == null ? null : at.toString())
                .put("approved_by", decided.by())
                .put("entry_id", decided.entryId())
                .put("branch", decided.branch());
        spamReasons.forEach(json.putArray("spam_reasons")::add);
        return json;
    }
}
