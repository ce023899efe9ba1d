package cms.agent.log;

import cms.agent.model.CatalogModel;
import cms.agent.model.ModelReply;
import cms.agent.model.ModelUsage;
import cms.platform.db.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** SQL of the tables {@code agent_turns} and {@code agent_model_calls}. */
public final class TurnStore {
    private static final String COLUMNS =
            "id, conversation_id, workspace_id, n, status, meter, meter_state, repeat_key, repeat_hash, started_at";

    /** Adds a turn; false when there is one with the same idempotency key. */
    public boolean add(Tx tx, TurnRow turn) {
        return tx.update("""
            INSERT INTO agent_turns (id, conversation_id, workspace_id, n, status, meter, meter_state, repeat_key,
                repeat_hash, stop_asked, beat_at, input_tokens, output_tokens, started_at)
            VALUES (:id, :conversationId, :workspaceId, :n, 'running', :meter, :meterState, :repeatKey, :repeatHash, 0,
                :now, 0, 0, :now)
            ON CONFLICT (repeat_key) DO NOTHING
            """)
                        .bind("id", turn.id())
                        .bind("conversationId", turn.conversationId())
                        .bind("workspaceId", turn.workspaceId())
                        .bind("n", turn.n())
                        .bind("meter", turn.meter())
                        .bind("meterState", turn.meterState())
                        .bind("repeatKey", turn.repeatKey())
                        .bind("repeatHash", turn.repeatHash())
                        .bind("now", turn.startedAt().toEpochMilli())
                        .execute()
                == 1;
    }

    public Optional<TurnRow> find(Tx tx, String id) {
        return tx.query("SELECT " + COLUMNS + " FROM agent_turns WHERE id = :id")
                .bind("id", id)
                .map((row, context) -> turn(row))
                .findOne();
    }

    public Optional<TurnRow> findRepeat(Tx tx, String repeatKey) {
        return tx.query("SELECT " + COLUMNS + " FROM agent_turns WHERE repeat_key = :repeatKey")
                .bind("repeatKey", repeatKey)
                .map((row, context) -> turn(row))
                .findOne();
    }

    public Optional<TurnRow> latest(Tx tx, String conversationId) {
        return tx.query("SELECT " + COLUMNS
                        + " FROM agent_turns WHERE conversation_id = :conversationId ORDER BY n DESC LIMIT 1")
                .bind("conversationId", conversationId)
                .map((row, context) -> turn(row))
                .findOne();
    }

    /** The turn before another one. */
    public Optional<TurnRow> before(Tx tx, String conversationId, long n) {
        return tx.query("SELECT " + COLUMNS
                        + " FROM agent_turns WHERE conversation_id = :conversationId AND n < :n ORDER BY n"
                        + " DESC LIMIT 1")
                .bind("conversationId", conversationId)
                .bind("n", n)
                .map((row, context) -> turn(row))
                .findOne();
    }

    /** Running turns without a heartbeat since {@code since}. */
    public List<TurnRow> deserted(Tx tx, Instant since) {
        return tx.query("SELECT " + COLUMNS
                        + " FROM agent_turns WHERE status = 'running' AND beat_at < :since LIMIT 100")
                .bind("since", since.toEpochMilli())
                .map((row, context) -> turn(row))
                .list();
    }

    /**
     * What other processes have noted in the row of a turn.
     *
     * @param readerNotes grows while somebody reads the turn there
     */
    public record Noted(String id, boolean stopAsked, long readerNotes) {}

    /** Records a heartbeat of these turns; returns what others have noted in each. */
    public List<Noted> beat(Tx tx, Collection<String> ids, Instant now) {
        return ids.isEmpty()
                ? List.of()
                : tx.query("""
            UPDATE agent_turns SET beat_at = :now WHERE id IN (<ids>) RETURNING id, stop_asked, reader_notes
            """)
                        .bind("now", now.toEpochMilli())
                        .bindList("ids", List.copyOf(ids))
                        .map((row, context) -> new Noted(
                                row.getString("id"), row.getInt("stop_asked") != 0, row.getLong("reader_notes")))
                        .list();
    }

    /** Notes that a running turn has a reader in this process. */
    public void noteReader(Tx tx, String id) {
        tx.update("UPDATE agent_turns SET reader_notes = reader_notes + 1 WHERE id = :id AND status = 'running'")
                .bind("id", id)
                .execute();
    }

    public void askStop(Tx tx, String id) {
        tx.update("UPDATE agent_turns SET stop_asked = 1 WHERE id = :id")
                .bind("id", id)
                .execute();
    }

    /** Ends a running turn; false when it has ended before. */
    public boolean end(Tx tx, String id, String status, String meterState, ModelUsage usage, Instant now) {
        return tx.update("""
            UPDATE agent_turns SET status = :status, meter_state = :meterState, input_tokens = :input,
                output_tokens = :output, ended_at = :now WHERE id = :id AND status = 'running'
            """)
                        .bind("id", id)
                        .bind("status", status)
                        .bind("meterState", meterState)
                        .bind("input", usage.inputTokens())
                        .bind("output", usage.outputTokens())
                        .bind("now", now.toEpochMilli())
                        .execute()
                == 1;
    }

    /** Whether a model has answered in a turn. */
    public boolean hasAnswer(Tx tx, String turnId) {
        return tx.query("SELECT COUNT(*) FROM agent_model_calls WHERE turn_id = :turnId AND round > 0")
                        .bind("turnId", turnId)
                        .mapTo(Long.class)
                        .one()
                > 0;
    }

    /**
     * One request to a model.
     *
     * @param round from 1 on; 0 for summarising earlier turns
     * @param keySource {@code own} or {@code hosted}
     */
    public record ModelCall(
            String id, String turnId, int round, CatalogModel model, String keySource, Instant from, Instant until) {}

    public void addModelCall(Tx tx, ModelCall call, ModelReply reply) {
        tx.update("""
            INSERT INTO agent_model_calls (id, turn_id, round, model, key_source, stop, request_id, input_tokens,
                cached_tokens, output_tokens, micro_usd, started_at, ended_at)
            VALUES (:id, :turnId, :round, :model, :keySource, :stop, :requestId, :input, :cached, :output, :micro,
                :started, :ended)
            """)
                .bind("id", call.id())
                .bind("turnId", call.turnId())
                .bind("round", call.round())
                .bind("model", call.model().id())
                .bind("keySource", call.keySource())
                .bind("stop", reply.stop().name().toLowerCase(Locale.ROOT))
                .bind("requestId", reply.requestId().replace('\0', ' '))
                .bind("input", reply.usage().inputTokens())
                .bind("cached", reply.usage().cachedTokens())
                .bind("output", reply.usage().outputTokens())
                .bind("micro", call.model().microUsd(reply.usage()))
                .bind("started", call.from().toEpochMilli())
                .bind("ended", call.until().toEpochMilli())
                .execute();
    }

    private static TurnRow turn(ResultSet row) throws SQLException {
        return new TurnRow(
                row.getString("id"),
                row.getString("conversation_id"),
                row.getString("workspace_id"),
                row.getLong("n"),
                row.getString("status"),
                row.getString("meter"),
                row.getString("meter_state"),
                row.getString("repeat_key"),
                row.getString("repeat_hash"),
                Instant.ofEpochMilli(row.getLong("started_at")));
    }
}
