package cms.agent.log;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row of the table of turns.
 *
 * @param n its number in the conversation, from 1
 * @param status {@code running}, {@code done}, {@code failed} or {@code stopped}
 * @param meter the meter that counts it; empty for none
 * @param meterState {@code none}, {@code reserved}, {@code settled} or {@code released}
 * @param repeatKey caller and idempotency key; null without one
 * @param repeatHash hash of the body sent with the key
 * @param startedAt also when it was counted
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
        @Nullable String repeatHash,
        Instant startedAt) {
    public boolean isRunning() {
        return status.equals("running");
    }
}
