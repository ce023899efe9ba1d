package cms.agent.log;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row of the table of conversations.
 *
 * @param ownerKind {@code user} or {@code key}
 * @param branch the open change that its writes go to; null for none
 * @param tainted whether text of strangers is in the context
 * @param segment the constant beginning of every request
 */
public record Conversation(
        String id,
        String workspaceId,
        String projectId,
        String ownerKind,
        String ownerId,
        String title,
        @Nullable String branch,
        boolean tainted,
        Segment segment,
        Instant createdAt,
        Instant updatedAt) {
    /**
     * The constant beginning of requests.
     *
     * @param key hash of its inputs: model, speaker, rights
     * @param from the turn it began with; reasoning of earlier ones is not sent any more
     * @param historyFrom the first turn that is still sent
     */
    public record Segment(String key, String text, Instant at, long from, long historyFrom) {
        public static Segment none() {
            return new Segment("", "", Instant.EPOCH, 0, 0);
        }
    }
}
