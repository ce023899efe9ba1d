package cms.agent.log;

import org.jspecify.annotations.Nullable;

/**
 * A turn as it stands in its row.
 *
 * @param n its place in the conversation, from 1
 * @param status {@code running}, {@code done}, {@code failed} or {@code stopped}
 * @param meter which meter counts it; empty for none
 * @param meterState {@code none}, {@code reserved}, {@code settled} or {@code released}
 * @param repeatKey names caller and idempotency key; null without one
 * @param repeatHash tells the body that came with it from every other
 */
public record TurnRow(
        String id,
        String conversationId,
        String workspaceId,
        long n,
        String status,
        String meter,
        String meterState,
        @Nullable String repeatKey,
        @Nullable String repeatHash) {
    public boolean isRunning() {
        return status.equals("running");
    }
}
