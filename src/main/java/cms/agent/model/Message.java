package cms.agent.model;

import java.util.List;

/** The message of one side. */
public record Message(Role role, List<Block> blocks) {
    /** The two sides. */
    public enum Role {
        USER,
        ASSISTANT
    }

    public Message {
        blocks = List.copyOf(blocks);
    }

    public static Message user(String text) {
        return new Message(Role.USER, List.of(new Block.Text(text)));
    }

    /** The message, with a note in place of long inputs of calls. */
    public Message bounded(int callCharsMax) {
        return new Message(
                role,
                blocks.stream()
                        .map(block -> block instanceof Block.Call call ? call.bounded(callCharsMax) : block)
                        .toList());
    }

    /** All texts of the message. */
    public String text() {
        StringBuilder all = new StringBuilder();
        for (Block block : blocks) {
            if (block instanceof Block.Text(String text)) {
                all.append(text);
            }
        }
        return all.toString();
    }

    public List<Block.Call> calls() {
        return blocks(Block.Call.class);
    }

    public List<Block.Attached> attached() {
        return blocks(Block.Attached.class);
    }

    private <B extends Block> List<B> blocks(Class<B> kind) {
        return blocks.stream().filter(kind::isInstance).map(kind::cast).toList();
    }
}
