package cms.agent.model;

import java.util.List;

/**
 * The whole reply of a model.
 *
 * @param requestId what the server calls the request; empty where it says nothing
 */
public record ModelReply(List<Block> blocks, Stop stop, ModelUsage usage, String requestId) {
    /** Why it ended. */
    public enum Stop {
        /** It has said all. */
        END,
        /** It waits for its calls. */
        CALLS,
        /** It was cut off by length; a call in it may be cut too. */
        LENGTH,
        /** It does not want to; none of its calls is meant. */
        REFUSED
    }

    public ModelReply {
        blocks = List.copyOf(blocks);
    }

    public Message message() {
        return new Message(Message.Role.ASSISTANT, blocks);
    }
}
