package cms.agent.log;

import cms.platform.db.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** SQL of the table {@code agent_parked}. */
public final class ParkedStore {
    /**
     * A call that waits for a person's consent.
     *
     * @param input JSON text
     * @param state the impact of the call when it was parked, as JSON; the call is dropped once it differs
     */
    public record Parked(String id, String tool, String input, String state, String summary) {}

    public void add(Tx tx, String conversationId, Parked parked, String codeHash, Instant expiresAt) {
        tx.update("""
            INSERT INTO agent_parked (id, conversation_id, code_hash, tool, input, state, summary, expires_at)
            VALUES (:id, :conversationId, :codeHash, :tool, :input, :state, :summary, :expiresAt)
            """)
                .bind("id", parked.id())
                .bind("conversationId", conversationId)
                .bind("codeHash", codeHash)
                .bind("tool", parked.tool())
                .bind("input", parked.input())
                .bind("state", parked.state())
                .bind("summary", parked.summary())
                .bind("expiresAt", expiresAt.toEpochMilli())
                .execute();
    }

    /**
     * Deletes the call that a code confirms and returns it, so that one request alone gets it; empty when it is gone or
     * too old.
     */
    public Optional<Parked> take(Tx tx, String conversationId, String codeHash, Instant now) {
        return tx.query("""
            DELETE FROM agent_parked
            WHERE conversation_id = :conversationId AND code_hash = :codeHash AND expires_at > :now
            RETURNING id, tool, input, state, summary
            """)
                .bind("conversationId", conversationId)
                .bind("codeHash", codeHash)
                .bind("now", now.toEpochMilli())
                .map((row, context) -> new Parked(
                        row.getString("id"),
                        row.getString("tool"),
                        row.getString("input"),
                        row.getString("state"),
                        row.getString("summary")))
                .findOne();
    }

    /** Whether a waiting call has this code. */
    public boolean isThere(Tx tx, String conversationId, String codeHash, Instant now) {
        return tx.query("""
            SELECT COUNT(*) FROM agent_parked
            WHERE conversation_id = :conversationId AND code_hash = :codeHash AND expires_at > :now
            """)
                        .bind("conversationId", conversationId)
                        .bind("codeHash", codeHash)
                        .bind("now", now.toEpochMilli())
                        .mapTo(Long.class)
                        .one()
                > 0;
    }

    /** Deletes the waiting calls of a conversation and returns their summaries. */
    public List<String> cancel(Tx tx, String conversationId) {
        return tx.query("DELETE FROM agent_parked WHERE conversation_id = :conversationId RETURNING summary")
                .bind("conversationId", conversationId)
                .mapTo(String.class)
                .list();
    }

    public void deleteBefore(Tx tx, Instant now) {
        tx.update("DELETE FROM agent_parked WHERE expires_at <= :now")
                .bind("now", now.toEpochMilli())
                .execute();
    }
}
