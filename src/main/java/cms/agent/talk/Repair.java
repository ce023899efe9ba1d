package cms.agent.talk;

import cms.agent.model.Block;
import cms.agent.model.Message;
import java.util.ArrayList;
import java.util.List;

/**
 * Repairs a history so that servers accept it, also after an interruption: every call is answered in the next message,
 * every result has a call, a person begins, and roles alternate.
 */
public final class Repair {
    private static final String INTERRUPTED = "{\"error\":\"interrupted, outcome unknown\",\"code\":\"unavailable\","
            + "\"suggestion\":\"Look whether it was done before you do it again.\"}";

    private Repair() {}

    public static List<Message> of(List<Message> history) {
        List<Message> merged = merged(history);
        List<Message> repaired = new ArrayList<>();
        for (int i = 0; i < merged.size(); i++) {
            Message message = merged.get(i);
            boolean user = message.role() == Message.Role.USER;
            List<Block.Call> before =
                    repaired.isEmpty() ? List.of() : repaired.getLast().calls();
            if (user) {
                repaired.add(answering(message, before));
            } else if (!repaired.isEmpty()) {
                repaired.add(message);
            }
        }
        if (!repaired.isEmpty() && !repaired.getLast().calls().isEmpty()) {
            repaired.add(answering(
                    new Message(Message.Role.USER, List.of()),
                    repaired.getLast().calls()));
        }
        return repaired;
    }

    private static List<Message> merged(List<Message> history) {
        List<Message> merged = new ArrayList<>();
        for (Message message : history) {
            if (message.blocks().isEmpty()) {
                continue;
            }
            if (!merged.isEmpty()
                    && merged.getLast().role() == message.role()
                    && merged.getLast().calls().isEmpty()) {
                List<Block> both = new ArrayList<>(merged.removeLast().blocks());
                both.addAll(message.blocks());
                merged.add(new Message(message.role(), both));
            } else if (!merged.isEmpty() && merged.getLast().role() == message.role()) {
                merged.add(answering(
                        new Message(Message.Role.USER, List.of()),
                        merged.getLast().calls()));
                merged.add(message);
            } else {
                merged.add(message);
            }
        }
        return merged;
    }

    /** The message with its results first, in the order of the calls. */
    private static Message answering(Message message, List<Block.Call> calls) {
        List<Block> blocks = new ArrayList<>();
        for (Block.Call call : calls) {
            blocks.add(message.blocks().stream()
                    .filter(block -> block instanceof Block.Result result
                            && result.callId().equals(call.id()))
                    .findFirst()
                    .orElseGet(() -> new Block.Result(call.id(), INTERRUPTED, true)));
        }
        message.blocks().stream()
                .filter(block -> !(block instanceof Block.Result))
                .forEach(blocks::add);
        if (blocks.isEmpty()) {
            blocks.add(new Block.Text("(nothing)"));
        }
        return new Message(Message.Role.USER, blocks);
    }
}
