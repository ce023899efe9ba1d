package cms.agent.log;

import cms.platform.db.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** SQL of the table {@code agent_conversations}. */
public final class ConversationStore {
    private static final String COLUMNS = """
        id, workspace_id, project_id, owner_kind, owner_id, title, branch, tainted,
        segment_key, segment_text, segment_at, segment_from, history_from, created_at, updated_at
        """;

    public void add(Tx tx, Conversation made) {
        tx.update("""
            INSERT INTO agent_conversations (id, workspace_id, project_id, owner_kind, owner_id, title, branch, tainted,
                running_turn, turns, segment_key, segment_text, segment_at, segment_from, history_from, created_at,
                updated_at)
            VALUES (:id, :workspaceId, :projectId, :ownerKind, :ownerId, :title, NULL, 0, NULL, 0, '', '', 0, 0, 0,
                :now, :now)
            """)
                .bind("id", made.id())
                .bind("workspaceId", made.workspaceId())
                .bind("projectId", made.projectId())
                .bind("ownerKind", made.ownerKind())
                .bind("ownerId", made.ownerId())
                .bind("title", made.title())
                .bind("now", made.createdAt().toEpochMilli())
                .execute();
    }

    /** A conversation of an owner in a project. */
    public Optional<Conversation> find(Tx tx, String id, String projectId, String ownerKind, String ownerId) {
        return tx.query("SELECT " + COLUMNS + """
             FROM agent_conversations
            WHERE id = :id AND project_id = :projectId AND owner_kind = :ownerKind AND owner_id = :ownerId
            """)
                .bind("id", id)
                .bind("projectId", projectId)
                .bind("ownerKind", ownerKind)
                .bind("ownerId", ownerId)
                .map((row, context) -> conversation(row))
                .findOne();
    }

    /** The conversations of an owner, newest first. */
    public List<Conversation> list(Tx tx, String projectId, String ownerKind, String ownerId, int limit) {
        return tx.query("SELECT " + COLUMNS + """
             FROM agent_conversations
            WHERE project_id = :projectId AND owner_kind = :ownerKind AND owner_id = :ownerId
            ORDER BY created_at DESC, id LIMIT :limit
            """)
                .bind("projectId", projectId)
                .bind("ownerKind", ownerKind)
                .bind("ownerId", ownerId)
                .bind("limit", limit)
                .map((row, context) -> conversation(row))
                .list();
    }

    /** Locks the conversation for a turn and returns its number; empty while another turn runs. */
    public Optional<Long> begin(Tx tx, String id, String turnId, Instant now) {
        return tx.query("""
            UPDATE agent_conversations SET running_turn = :turnId, turns = turns + 1, updated_at = :now
            WHERE id = :id AND running_turn IS NULL RETURNING turns
            """)
                .bind("id", id)
                .bind("turnId", turnId)
                .bind("now", now.toEpochMilli())
                .mapTo(Long.class)
                .findOne();
    }

    /** Whether a turn runs in the conversation. */
    public boolean isAnswering(Tx tx, String id) {
        return tx.query("SELECT running_turn FROM agent_conversations WHERE id = :id AND running_turn IS NOT NULL")
                .bind("id", id)
                .mapTo(String.class)
                .findOne()
                .isPresent();
    }

    public void end(Tx tx, String id, String turnId) {
        tx.update("UPDATE agent_conversations SET running_turn = NULL WHERE id = :id AND running_turn = :turnId")
                .bind("id", id)
                .bind("turnId", turnId)
                .execute();
    }

    public void setSegment(Tx tx, String id, Conversation.Segment segment) {
        tx.update("""
            UPDATE agent_conversations SET segment_key = :key, segment_text = :text, segment_at = :at,
                segment_from = :first, history_from = :history WHERE id = :id
            """)
                .bind("id", id)
                .bind("key", segment.key())
                .bind("text", segment.text())
                .bind("at", segment.at().toEpochMilli())
                .bind("first", segment.from())
                .bind("history", segment.historyFrom())
                .execute();
    }

    public void setBranch(Tx tx, String id, @Nullable String branch) {
        tx.update("UPDATE agent_conversations SET branch = :branch WHERE id = :id")
                .bind("id", id)
                .bind("branch", branch)
                .execute();
    }

    public void setTainted(Tx tx, String id, boolean tainted) {
        tx.update("UPDATE agent_conversations SET tainted = :tainted WHERE id = :id")
                .bind("id", id)
                .bind("tainted", tainted ? 1 : 0)
                .execute();
    }

    /** Deletes a conversation with all its messages. */
    public void delete(Tx tx, String id) {
        deleteWhere(tx, "id = :value", id);
    }

    public void deleteOfProject(Tx tx, String projectId) {
        deleteWhere(tx, "project_id = :value", projectId);
    }

    public void deleteOfOwner(Tx tx, String ownerId) {
        deleteWhere(tx, "owner_id = :value", ownerId);
    }

    /** Conversations without a running turn that were not used since {@code time}. */
    public List<String> unusedSince(Tx tx, Instant time, int limit) {
        return tx.query("""
            SELECT id FROM agent_conversations WHERE running_turn IS NULL AND updated_at < :time
            ORDER BY updated_at, id LIMIT :limit
            """)
                .bind("time", time.toEpochMilli())
                .bind("limit", limit)
                .mapTo(String.class)
                .list();
    }

    /**
     * Deletes a conversation with all its messages, unless a turn runs in it or has begun after {@code chosen}. A turn
     * that begins meanwhile waits for the row, so that goes first.
     */
    public void deleteUnlessUsed(Tx tx, String id, Instant chosen) {
        int deleted = tx.update("""
            DELETE FROM agent_conversations WHERE id = :id AND running_turn IS NULL AND updated_at <= :chosen
            """)
                .bind("id", id)
                .bind("chosen", chosen.toEpochMilli())
                .execute();
        if (deleted > 0) {
            deleteContents(tx, "(:value)", id);
        }
    }

    private static void deleteWhere(Tx tx, String condition, String value) {
        deleteContents(tx, "(SELECT id FROM agent_conversations WHERE " + condition + ")", value);
        tx.update("DELETE FROM agent_conversations WHERE " + condition)
                .bind("value", value)
                .execute();
    }

    private static void deleteContents(Tx tx, String conversations, String value) {
        String turns = "(SELECT id FROM agent_turns WHERE conversation_id IN " + conversations + ")";
        for (String table : List.of("agent_events", "agent_model_calls")) {
            tx.update("DELETE FROM " + table + " WHERE turn_id IN " + turns)
                    .bind("value", value)
                    .execute();
        }
        for (String table : List.of("agent_messages", "agent_writes", "agent_parked", "agent_turns")) {
            tx.update("DELETE FROM " + table + " WHERE conversation_id IN " + conversations)
                    .bind("value", value)
                    .execute();
        }
    }

    private static Conversation conversation(ResultSet row) throws SQLException {
        return new Conversation(
                row.getString("id"),
                row.getString("workspace_id"),
                row.getString("project_id"),
                row.getString("owner_kind"),
                row.getString("owner_id"),
                row.getString("title"),
                row.getString("branch"),
                row.getInt("tainted") != 0,
                new Conversation.Segment(
                        row.getString("segment_key"),
                        row.getString("segment_text"),
                        Instant.ofEpochMilli(row.getLong("segment_at")),
                        row.getLong("segment_from"),
                        row.getLong("history_from")),
                Instant.ofEpochMilli(row.getLong("created_at")),
                Instant.ofEpochMilli(row.getLong("updated_at")));
    }
}
