package cms.agent.log;

import cms.platform.db.Tx;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** SQL of the table {@code agent_entries_of_strangers}. */
public final class StrangersEntryStore {
    /** Records entries of a model; recorded ones stay as they are. */
    public void add(Tx tx, String projectId, String modelId, List<String> entryIds, Instant now) {
        for (String entryId : entryIds) {
            tx.update("""
                INSERT INTO agent_entries_of_strangers (project_id, model_id, entry_id, created_at)
                VALUES (:projectId, :modelId, :entryId, :now)
                ON CONFLICT (project_id, model_id, entry_id) DO NOTHING
                """)
                    .bind("projectId", projectId)
                    .bind("modelId", modelId)
                    .bind("entryId", entryId)
                    .bind("now", now.toEpochMilli())
                    .execute();
        }
    }

    /** The recorded entries among these. */
    public Set<String> among(Tx tx, String projectId, String modelId, List<String> entryIds) {
        return new HashSet<>(tx.query("""
            SELECT entry_id FROM agent_entries_of_strangers
            WHERE project_id = :projectId AND model_id = :modelId AND entry_id IN (<ids>)
            """)
                .bind("projectId", projectId)
                .bind("modelId", modelId)
                .bindList("ids", entryIds)
                .mapTo(String.class)
                .list());
    }

    /** Marks entries that strangers wrote under the new id of their model as well. */
    public void rename(Tx tx, String projectId, String from, String to) {
        tx.update("""
            INSERT INTO agent_entries_of_strangers (project_id, model_id, entry_id, created_at)
            SELECT project_id, :to, entry_id, created_at FROM agent_entries_of_strangers
            WHERE project_id = :projectId AND model_id = :from
            ON CONFLICT (project_id, model_id, entry_id) DO NOTHING
            """)
                .bind("projectId", projectId)
                .bind("from", from)
                .bind("to", to)
                .execute();
        tx.update("DELETE FROM agent_entries_of_strangers WHERE project_id = :projectId AND model_id = :from")
                .bind("projectId", projectId)
                .bind("from", from)
                .execute();
    }

    public void deleteOfProject(Tx tx, String projectId) {
        tx.update("DELETE FROM agent_entries_of_strangers WHERE project_id = :projectId")
                .bind("projectId", projectId)
                .execute();
    }
}
