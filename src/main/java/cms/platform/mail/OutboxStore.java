package cms.platform.mail;

import cms.platform.db.Tx;
import java.time.Instant;
import java.util.List;

/** SQL of the table {@code outbox_messages}. */
final class OutboxStore {
    void insert(Tx tx, String id, OutboxMessage message) {
        tx.update("""
                INSERT INTO outbox_messages (id, sequence, recipient, subject, body_text, body_html, sent_at)
                VALUES (:id, (SELECT COALESCE(MAX(sequence), 0) + 1 FROM outbox_messages),
                        :recipient, :subject, :text, :html, :sentAt)
                """)
                .bind("id", id)
                .bind("recipient", message.mail().to())
                .bind("subject", message.mail().subject())
                .bind("text", message.mail().text())
                .bind("html", message.mail().html())
                .bind("sentAt", message.sentAt().toEpochMilli())
                .execute();
    }

    /** Forgets all but about the newest {@code kept}. */
    void trim(Tx tx, int kept) {
        tx.update("""
                DELETE FROM outbox_messages
                WHERE sequence <= (SELECT MAX(sequence) FROM outbox_messages) - :kept
                """).bind("kept", kept).execute();
    }

    List<OutboxMessage> newest(Tx tx, int count) {
        return tx.query("""
                SELECT recipient, subject, body_text, body_html, sent_at
                FROM outbox_messages
                ORDER BY sequence DESC, id
                LIMIT :count
                """)
                .bind("count", count)
                .map((row, context) -> new OutboxMessage(
                        new Mail(
                                row.getString("recipient"),
                                row.getString("subject"),
                                row.getString("body_text"),
                                row.getString("body_html")),
                        Instant.ofEpochMilli(row.getLong("sent_at"))))
                .list();
    }
}
