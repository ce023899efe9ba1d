package cms.agent.turn;

import cms.agent.desk.Speaker;
import cms.agent.model.Block;
import cms.agent.talk.ChatContext;
import cms.platform.db.Tx;
import cms.usage.Meter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The question of a person or a program. One noun because a turn outlives its request: all that a way in (chat, key)
 * has read and decided goes with the question, and the turn looks at no request.
 *
 * @param conversationId the one that it belongs to; an unknown one begins a new one
 * @param chosen the model that answers; null for what needs none
 * @param isTrial whether nothing is written
 * @param decision about a call that waits
 * @param undoes whether the latest writing turn is taken back
 * @param meter which counts the turn; null for none
 * @param repeat names caller and idempotency key
 * @param instructions of a key's maker
 * @param attached what the person has added
 * @param admission called in the transaction that begins the turn, after it was stored
 */
public record Ask(
        Speaker speaker,
        Optional<String> conversationId,
        String message,
        @Nullable Chosen chosen,
        ChatContext context,
        boolean isTrial,
        Optional<Decision> decision,
        boolean undoes,
        @Nullable Meter meter,
        Optional<Repeat> repeat,
        Optional<String> instructions,
        List<Block> attached,
        Duration timeout,
        Consumer<Tx> admission) {
    /** The call that waits, and whether it may run; an empty code is all of them. */
    public record Decision(String code, boolean approve) {}

    /** @param hash tells the body from every other */
    public record Repeat(String key, String hash) {}
}
