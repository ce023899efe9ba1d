package cms.agent.talk;

import cms.agent.log.StoredMessage;
import cms.agent.model.AgentLimits;
import cms.agent.model.Block;
import cms.agent.model.CleanText;
import cms.agent.model.Message;
import cms.agent.model.ModelUsage;
import java.util.ArrayList;
import java.util.List;

/** The earlier messages in the form sent to a model. */
public final class History {
    private static final int IMAGE_TOKENS = 1_600;
    private static final int PAGES_OF_DOCUMENT = 5;

    private History() {}

    /**
     * The stored messages. In turns before a segment reasoning is left out, because servers verify it against the
     * messages before it, and long parts are shortened, so that no single call makes a conversation too long for good.
     */
    public static List<Message> of(List<StoredMessage> stored, long segmentFrom) {
        List<Message> messages = new ArrayList<>();
        for (StoredMessage message : stored) {
            List<Block> blocks = message.message().blocks();
            if (message.turnN() < segmentFrom) {
                blocks = earlier(blocks);
            }
            messages.add(new Message(message.message().role(), blocks));
        }
        return messages;
    }

    private static List<Block> earlier(List<Block> blocks) {
        return blocks.stream()
                .filter(block -> !(block instanceof Block.Opaque))
                .map(block -> switch (block) {
                    case Block.Text(String text)
                    when text.length() > AgentLimits.EARLIER_BLOCK_CHARS_MAX -> new Block.Text(head(text));
                    case Block.Call call -> call.bounded(AgentLimits.EARLIER_BLOCK_CHARS_MAX);
                    case Block.Result(String id, String text, boolean failed)
                    when text.length() > AgentLimits.EARLIER_BLOCK_CHARS_MAX ->
                        new Block.Result(id, head(text), failed);
                    default -> block;
                })
                .toList();
    }

    private static String head(String text) {
        return CleanText.head(text, AgentLimits.EARLIER_BLOCK_CHARS_MAX) + "…(shortened)";
    }

    /** The first turn from which on all turns fit; at least the last one is kept. */
    public static long fitting(List<StoredMessage> stored, long tokensMax) {
        long used = 0;
        long first = stored.isEmpty() ? 0 : stored.getLast().turnN();
        for (StoredMessage message : stored.reversed()) {
            used += tokens(of(List.of(message), Long.MAX_VALUE));
            if (used > tokensMax) {
                return Math.min(first, stored.getLast().turnN());
            }
            if (stored.stream()
                    .noneMatch(other -> other.turnN() == message.turnN() && other.place() < message.place())) {
                first = message.turnN();
            }
        }
        return first;
    }

    public static long tokens(List<Message> messages) {
        long chars = 0;
        long images = 0;
        for (Message message : messages) {
            for (Block block : message.blocks()) {
                chars += switch (block) {
                    case Block.Text(String text) -> text.length();
                    case Block.Image _, Block.Document _, Block.Attached _ -> 0;
                    case Block.Call call ->
                        call.arguments().length() + call.name().length();
                    case Block.Result(String id, String text, boolean failed) -> text.length();
                    case Block.Opaque(var wire, var item) -> item.toString().length();
                };
                images += images(block);
            }
        }
        return ModelUsage.estimate(chars) + images * IMAGE_TOKENS;
    }

    /** For how many pictures a block counts. */
    private static int images(Block block) {
        return switch (block) {
            case Block.Image _ -> 1;
            case Block.Document _ -> PAGES_OF_DOCUMENT;
            case Block.Attached file -> file.kind() == Block.Attached.Kind.PDF ? PAGES_OF_DOCUMENT : 1;
            case Block.Text _, Block.Call _, Block.Result _, Block.Opaque _ -> 0;
        };
    }
}
