package cms.agent.attach;

import cms.agent.model.Block;
import cms.agent.model.Blocks;
import cms.platform.db.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** SQL of the table {@code agent_attachments}. */
final class AttachmentStore {
    /** The owner of an attachment. */
    record Owner(String workspaceId, String projectId, String userId) {}

    /** Stored characters of all people of a workspace, and of one of them, as {@link #add} has counted them. */
    record StoredBytes(long workspaceBytes, long personBytes) {}

    StoredBytes storedBytes(Tx tx, Owner owner) {
        return tx.query("""
            SELECT COALESCE(SUM(bytes), 0) AS workspace_bytes,
                COALESCE(SUM(CASE WHEN user_id = :userId THEN bytes ELSE 0 END), 0) AS person_bytes
            FROM agent_attachments WHERE workspace_id = :workspaceId
            """)
                .bind("workspaceId", owner.workspaceId())
                .bind("userId", owner.userId())
                .map((row, context) -> new StoredBytes(row.getLong("workspace_bytes"), row.getLong("person_bytes")))
                .one();
    }

    /** @param blocks the blocks of {@code made} as JSON */
    void add(Tx tx, Attachment made, String blocks, Owner owner, Instant now) {
        tx.update("""
            INSERT INTO agent_attachments (id, workspace_id, project_id, user_id, source, filename, mime, kind, blocks,
                bytes, created_at)
            VALUES (:id, :workspaceId, :projectId, :userId, :source, :filename, :mime, :kind, :blocks, :bytes, :now)
            """)
                .bind("id", made.id())
                .bind("workspaceId", owner.workspaceId())
                .bind("projectId", owner.projectId())
                .bind("userId", owner.userId())
                .bind("source", made.source())
                .bind("filename", made.filename())
                .bind("mime", made.mime())
                .bind("kind", made.kind())
                .bind("blocks", blocks)
                .bind("bytes", bytes(blocks))
                .bind("now", now.toEpochMilli())
                .execute();
    }

    /** The size that is counted: one byte for each character, as most of it is ASCII. */
    static long bytes(String blocks) {
        return blocks.length();
    }

    Optional<Block.Attached> find(Tx tx, String id, Owner owner, Instant since) {
        return tx.query("""
            SELECT id, kind, filename, bytes FROM agent_attachments
            WHERE id = :id AND project_id = :projectId AND user_id = :userId AND created_at >= :since
            """)
                .bind("id", id)
                .bind("projectId", owner.projectId())
                .bind("userId", owner.userId())
                .bind("since", since.toEpochMilli())
                .map((row, context) -> new Block.Attached(
                        row.getString("id"),
                        Block.Attached.Kind.of(row.getString("kind")),
                        row.getString("filename"),
                        row.getLong("bytes")))
                .findOne();
    }

    /** Those of the ids whose attachments are not older. */
    Set<String> retained(Tx tx, List<String> ids, Instant since) {
        return tx.query("SELECT id FROM agent_attachments WHERE id IN (<ids>) AND created_at >= :since")
                .bindList("ids", ids)
                .bind("since", since.toEpochMilli())
                .mapTo(String.class)
                .set();
    }

    Optional<List<Block>> blocks(Tx tx, String id) {
        return tx.query("SELECT blocks FROM agent_attachments WHERE id = :id")
                .bind("id", id)
                .map((row, context) -> Blocks.parse(row.getString("blocks")))
                .findOne();
    }

    void deleteBefore(Tx tx, Instant time) {
        tx.update("DELETE FROM agent_attachments WHERE created_at < :time")
                .bind("time", time.toEpochMilli())
                .execute();
    }

    void deleteWhere(Tx tx, String column, String value) {
        tx.update("DELETE FROM agent_attachments WHERE " + (column.equals("project_id") ? "project_id" : "user_id")
                        + " = :value")
                .bind("value", value)
                .execute();
    }
}
