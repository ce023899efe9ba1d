package cms.agent.log;

import cms.agent.model.Blocks;
import cms.agent.model.Message;
import cms.platform.db.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** SQL of the table {@code agent_messages}. */
public final class MessageStore {
    private static final String COLUMNS =
            "id, turn_n, place, role, kind, blocks, shown, model, input_tokens, output_tokens, created_at";

    public void add(Tx tx, String conversationId, StoredMessage message) {
        tx.update("""
            INSERT INTO agent_messages (id, conversation_id, turn_n, place, role, kind, blocks, shown, model,
                input_tokens, output_tokens, created_at)
            VALUES (:id, :conversationId, :turnN, :place, :role, :kind, :blocks, :shown, :model, :input, :output, :now)
            """)
                .bind("id", message.id())
                .bind("conversationId", conversationId)
                .bind("turnN", message.turnN())
                .bind("place", message.place())
                .bind("role", message.message().role().name().toLowerCase(Locale.ROOT))
                .bind("kind", message.kind().name().toLowerCase(Locale.ROOT))
                .bind("blocks", Blocks.text(message.message().blocks()).replace("\\u0000", "\\ufffd"))
                .bind("shown", message.shown().replace('\0', ' '))
                .bind("model", message.model())
                .bind("input", message.inputTokens())
                .bind("output", message.outputTokens())
                .bind("now", message.createdAt().toEpochMilli())
                .execute();
    }

    /** All messages from a turn on, in order. */
    public List<StoredMessage> from(Tx tx, String conversationId, long turnN) {
        return tx.query("SELECT " + COLUMNS + """
             FROM agent_messages WHERE conversation_id = :conversationId AND turn_n >= :turnN ORDER BY turn_n, place
            """)
                .bind("conversationId", conversationId)
                .bind("turnN", turnN)
                .map((row, context) -> message(row))
                .list();
    }

    /**
     * The newest messages that people see, oldest first; those of people without the blocks that a model gets.
     *
     * @param bytesMax of all of them; the newest one comes whatever it takes
     */
    public List<StoredMessage> newest(Tx tx, String conversationId, int limit, long bytesMax) {
        return tx.query("""
            SELECT id, turn_n, place, role, kind, CASE WHEN role = 'assistant' THEN blocks ELSE '[]' END AS blocks, shown,
                model, input_tokens, output_tokens, created_at
            FROM agent_messages WHERE conversation_id = :conversationId AND kind <> 'results'
            ORDER BY turn_n DESC, place DESC LIMIT :limit
            """)
                .bind("conversationId", conversationId)
                .bind("limit", fitting(tx, conversationId, limit, bytesMax))
                .map((row, context) -> message(row))
                .list()
                .reversed();
    }

    /** How many of the newest messages fit; at least one. */
    private static int fitting(Tx tx, String conversationId, int limit, long bytesMax) {
        List<Long> sizes = tx.query("""
            SELECT OCTET_LENGTH(shown) + CASE WHEN role = 'assistant' THEN OCTET_LENGTH(blocks) ELSE 0 END AS bytes
            FROM agent_messages WHERE conversation_id = :conversationId AND kind <> 'results'
            ORDER BY turn_n DESC, place DESC LIMIT :limit
            """)
                .bind("conversationId", conversationId)
                .bind("limit", limit)
                .mapTo(Long.class)
                .list();
        long bytes = 0;
        int fitting = 0;
        for (long size : sizes) {
            bytes += size;
            fitting += bytes <= bytesMax ? 1 : 0;
        }
        return Math.max(1, fitting);
    }

    private static StoredMessage message(ResultSet row) throws SQLException {
        Message.Role role = Message.Role.valueOf(row.getString("role").toUpperCase(Locale.ROOT));
        return new StoredMessage(
                row.getString("id"),
                row.getLong("turn_n"),
                row.getLong("place"),
                new Message(role, Blocks.parse(row.getString("blocks"))),
                StoredMessage.Kind.valueOf(row.getString("kind").toUpperCase(Locale.ROOT)),
                row.getString("shown"),
                row.getString("model"),
                row.getLong("input_tokens"),
                row.getLong("output_tokens"),
                Instant.ofEpochMilli(row.getLong("created_at")));
    }
}
