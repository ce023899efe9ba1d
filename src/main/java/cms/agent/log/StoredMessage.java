package cms.agent.log;

import cms.agent.model.Message;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One message of a conversation.
 *
 * @param turnN the turn that it belongs to
 * @param kind how it is shown to people
 * @param shown the text that people see
 * @param model id of the model that wrote it; null for people
 */
public record StoredMessage(
        String id,
        long turnN,
        long place,
        Message message,
        Kind kind,
        String shown,
        @Nullable String model,
        long inputTokens,
        long outputTokens,
        Instant createdAt) {
    /** The same message with other blocks for a model. */
    public StoredMessage with(Message other) {
        return new StoredMessage(id, turnN, place, other, kind, shown, model, inputTokens, outputTokens, createdAt);
    }

    /** The kind of a message, as people see it. */
    public enum Kind {
        /** Words of a person or a model. */
        SAID,
        /** Answers of tools; only for the model. */
        RESULTS,
        /** A note about something beside the conversation. */
        NOTE
    }
}
