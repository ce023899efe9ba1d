package cms.agent.log;

import cms.platform.db.Tx;
import java.util.List;

/** SQL of the bytes that conversations take in {@code agent_conversations}. */
public final class ConversationBytesStore {
    /** Counts what a turn has stored. */
    public void count(Tx tx, TurnRow turn) {
        tx.update("""
            UPDATE agent_conversations SET bytes = bytes
                + (SELECT COALESCE(SUM(OCTET_LENGTH(blocks) + OCTET_LENGTH(shown)), 0) FROM agent_messages
                    WHERE conversation_id = :id AND turn_n = :n)
                + (SELECT COALESCE(SUM(OCTET_LENGTH(events)), 0) FROM agent_events WHERE turn_id = :turnId)
            WHERE id = :id
            """)
                .bind("id", turn.conversationId())
                .bind("n", turn.n())
                .bind("turnId", turn.id())
                .execute();
    }

    /**
     * Conversations beyond the bytes of their owner, the longest unused first; and beyond those of their workspace,
     * where those go that have most of the same owner's before them.
     */
    public List<String> beyond(Tx tx, long ownerBytesMax, long workspaceBytesMax, int limit) {
        return tx.query("""
            SELECT id FROM (
                SELECT id, running_turn, of_owner,
                    SUM(bytes) OVER (PARTITION BY workspace_id ORDER BY of_owner, id) AS of_workspace
                FROM (
                    SELECT id, workspace_id, running_turn, bytes, SUM(bytes) OVER (
                        PARTITION BY workspace_id, owner_id ORDER BY updated_at DESC, id) AS of_owner
                    FROM agent_conversations WHERE workspace_id IN (
                        SELECT workspace_id FROM agent_conversations
                        GROUP BY workspace_id HAVING SUM(bytes) > :ownerMax)) AS of_owners) AS of_workspaces
            WHERE running_turn IS NULL AND (of_owner > :ownerMax OR of_workspace > :workspaceMax)
            ORDER BY of_owner DESC LIMIT :limit
            """)
                .bind("ownerMax", ownerBytesMax)
                .bind("workspaceMax", workspaceBytesMax)
                .bind("limit", limit)
                .mapTo(String.class)
                .list();
    }
}
