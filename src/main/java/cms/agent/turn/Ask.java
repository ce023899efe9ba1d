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
 * The message of a person or a program. One noun because a turn outlives its request: everything that a route (chat,
 * key) has read and decided goes with it, and the turn does not look at the request.
 *
 * @param conversationId its conversation; an unknown one begins a new one
 * @param chosen the model that answers; null for what needs none
 * @param isTrial whether this is a dry run, which writes nothing
 * @param decision about a waiting call
 * @param undoes whether the latest writing turn is undone
 * @param meter which counts the turn; null for none
 * @param repeat caller and idempotency key
 * @param instructions of a key's maker
 * @param attached the person's attachments
 * @param admission called in the transaction that begins the turn, after it was stored
 */
public record Ask(
        Speaker speaker,
        Optional<String> conversationId,
        String message,
        @Nullable ChosenModel chosen,
        ChatContext context,
        boolean isTrial,
        Optional<Decision> decision,
        boolean undoes,
        @Nullable Meter meter,
        Optional<Repeat> repeat,
        Optional<String> instructions,
        List<Block.Attached> attached,
        Duration timeout,
        Consumer<Tx> admission) {
    /** A decision about a waiting call; an empty code means all of them. */
    public record Decision(String code, boolean approve) {}

    /** @param hash of the body */
    public record Repeat(String key, String hash) {}
}
