package cms.platform.idempotency;

import cms.platform.db.Tx;
import java.time.Instant;
import java.util.Optional;

/** SQL of the table {@code repeats}. */
final class IdempotencyStore {
    Optional<StoredAnswer> find(Tx tx, String id, Instant since) {
        return tx.query("""
                SELECT content, status, media_type, body, record_id FROM repeats
                WHERE id = :id AND created_at >= :since
                """)
                .bind("id", id)
                .bind("since", since.toEpochMilli())
                .map((row, context) -> new StoredAnswer(
                        row.getString("content"),
                        row.getObject("status") == null ? null : row.getInt("status"),
                        row.getString("media_type"),
                        row.getString("body"),
                        row.getString("record_id")))
                .findOne();
    }

    /** Stores the answer of a request, in place of an earlier record. */
    void put(Tx tx, String id, StoredAnswer answer, Instant now) {
        tx.update("""
                INSERT INTO repeats (id, content, status, media_type, body, record_id, created_at)
                VALUES (:id, :content, :status, :mediaType, :body, :recordId, :now)
                ON CONFLICT (id) DO UPDATE SET content = :content, status = :status, media_type = :mediaType,
                    body = :body, record_id = COALESCE(:recordId, repeats.record_id), created_at = :now
                """)
                .bind("id", id)
                .bind("content", answer.content())
                .bind("status", answer.status())
                .bind("mediaType", answer.mediaType())
                .bind("body", answer.body())
                .bind("recordId", answer.recordId())
                .bind("now", now.toEpochMilli())
                .execute();
    }

    /**
     * Records that a request is being carried out, and makes other instances with the same one wait for the end of this
     * transaction; false when another one was first.
     */
    boolean claim(Tx tx, String id, StoredAnswer made, Instant now, Instant since) {
        return tx.update("""
                INSERT INTO repeats (id, content, record_id, created_at) VALUES (:id, :content, :recordId, :now)
                ON CONFLICT (id) DO UPDATE SET content = excluded.content, status = NULL, media_type = NULL,
                    body = NULL, record_id = excluded.record_id, created_at = excluded.created_at
                WHERE repeats.created_at < :since
                """)
                        .bind("id", id)
                        .bind("content", made.content())
                        .bind("recordId", made.recordId())
                        .bind("now", now.toEpochMilli())
                        .bind("since", since.toEpochMilli())
                        .execute()
                == 1;
    }

    void delete(Tx tx, String id) {
        tx.update("DELETE FROM repeats WHERE id = :id").bind("id", id).execute();
    }

    int deleteBefore(Tx tx, Instant time) {
        return tx.update("DELETE FROM repeats WHERE created_at < :time")
                .bind("time", time.toEpochMilli())
                .execute();
    }
}
