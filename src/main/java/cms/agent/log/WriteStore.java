package cms.agent.log;

import cms.platform.db.Tx;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** SQL of the table {@code agent_writes}. */
public final class WriteStore {
    /** A commit of a conversation; {@code branch} is that of its change, null where there is none. */
    public record Write(
            String id,
            long turnN,
            long place,
            String tool,
            @Nullable String branch,
            String commit) {}

    public void add(Tx tx, String conversationId, Write write, Instant now) {
        tx.update("""
            INSERT INTO agent_writes (id, conversation_id, turn_n, place, tool, branch, commit_sha, undone, created_at)
            VALUES (:id, :conversationId, :turnN, :place, :tool, :branch, :commit, 0, :now)
            """)
                .bind("id", write.id())
                .bind("conversationId", conversationId)
                .bind("turnN", write.turnN())
                .bind("place", write.place())
                .bind("tool", write.tool())
                .bind("branch", write.branch())
                .bind("commit", write.commit())
                .bind("now", now.toEpochMilli())
                .execute();
    }

    /** Writes that were not undone, from a turn on, newest first. */
    public List<Write> standing(Tx tx, String conversationId, long fromTurn) {
        return tx.query("""
            SELECT id, turn_n, place, tool, branch, commit_sha FROM agent_writes
            WHERE conversation_id = :conversationId AND turn_n >= :fromTurn AND undone = 0
            ORDER BY turn_n DESC, place DESC LIMIT 100
            """)
                .bind("conversationId", conversationId)
                .bind("fromTurn", fromTurn)
                .map((row, context) -> new Write(
                        row.getString("id"),
                        row.getLong("turn_n"),
                        row.getLong("place"),
                        row.getString("tool"),
                        row.getString("branch"),
                        row.getString("commit_sha")))
                .list();
    }

    /** Every recorded commit, undone or not. */
    public List<String> commits(Tx tx, String conversationId) {
        return tx.query("SELECT commit_sha FROM agent_writes WHERE conversation_id = :conversationId")
                .bind("conversationId", conversationId)
                .mapTo(String.class)
                .list();
    }

    public void undone(Tx tx, String id) {
        tx.update("UPDATE agent_writes SET undone = 1 WHERE id = :id")
                .bind("id", id)
                .execute();
    }
}
