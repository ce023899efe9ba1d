package cms.forms;

import cms.platform.json.Json;
import cms.platform.json.TooManyValues;
import cms.platform.json.ValueBudget;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/**
 * The submission of a visitor (spec 2.14, reference 3.7).
 *
 * @param data the cleaned values of the exposed fields, as JSON: parsed they take up to twenty times as much
 * @param spamReasons the rules that called it spam; empty otherwise
 * @param countedAt when it was counted against the plan; null for spam
 * @param decided the decision about it
 */
public record Submission(
        String id,
        FormAddress place,
        SubmissionStatus status,
        String data,
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

    /**
     * The part of a submission that a decision needs, without what its visitor sent.
     *
     * @param countedAt when it was counted against the plan; null for spam
     */
    public record Head(
            String id,
            FormAddress place,
            SubmissionStatus status,
            String locale,
            @Nullable Instant countedAt,
            Decided decided) {}

    /** A submission that is still to be read, and how many bytes its data takes. */
    public record Unread(String id, long bytes) {
        /** The first of several that may be in memory together; the first one in any case. */
        static List<Unread> slice(List<Unread> rows) {
            long bytes = 0;
            int count = 0;
            while (count < rows.size() && (count == 0 || bytes + rows.get(count).bytes() <= FormLimits.SLICE_BYTES)) {
                bytes += rows.get(count++).bytes();
            }
            return rows.subList(0, count);
        }
    }

    public Submission {
        spamReasons = List.copyOf(spamReasons);
    }

    Head head() {
        return new Head(id, place, status, locale, countedAt, decided);
    }

    /** The values of its fields. */
    public ObjectNode values() {
        return (ObjectNode) Json.parse(data);
    }

    /** The same, charged to a budget of several submissions. */
    ObjectNode values(ValueBudget budget) throws TooManyValues {
        return (ObjectNode) Json.counted(data.getBytes(StandardCharsets.UTF_8), budget);
    }

    /** The row of answers, whose data is printed as it is stored. */
    public ObjectNode json() {
        ObjectNode json = Json.object().put("id", id).put("model_id", place.modelId());
        json.putRawValue("data", new RawValue(data));
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
