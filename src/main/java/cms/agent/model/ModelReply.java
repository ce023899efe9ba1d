package cms.agent.model;

import java.util.List;

/**
 * The complete reply of a model.
 *
 * @param requestId the server's id of the request; empty where it sends none
 */
public record ModelReply(List<Block> blocks, Stop stop, ModelUsage usage, String requestId) {
    /** The reason of the end of a reply. */
    public enum Stop {
        /** The reply is complete. */
        END,
        /** The model waits for the results of its calls. */
        CALLS,
        /** The reply was cut off by length; a call in it may be incomplete. */
        LENGTH,
        /** The model refused; none of its calls may run. */
        REFUSED
    }

    public ModelReply {
        blocks = List.copyOf(blocks);
    }

    public Message message() {
        return new Message(Message.Role.ASSISTANT, blocks);
    }
}
