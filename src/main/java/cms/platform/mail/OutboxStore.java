package cms.platform.mail;

import cms.platform.crypto.Seal;
import cms.platform.db.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** SQL of the table {@code outbox_messages}. */
final class OutboxStore {
    private static final String PURPOSE = "mail";

    private final Seal seal;

    OutboxStore(Seal seal) {
        this.seal = seal;
    }

    void insert(Tx tx, String id, OutboxMessage message) {
        tx.update("""
            INSERT INTO outbox_messages (id, sequence, recipient, subject, body_text, body_html, sent_at)
            VALUES (:id, (SELECT COALESCE(MAX(sequence), 0) + 1 FROM outbox_messages),
                    :recipient, :subject, :text, :html, :sentAt)
            """)
                .bind("id", id)
                .bind("recipient", message.mail().to())
                .bind("subject", message.mail().subject())
                .bind("text", seal.seal(PURPOSE, message.mail().text()))
                .bind("html", seal.seal(PURPOSE, message.mail().html()))
                .bind("sentAt", message.sentAt().toEpochMilli())
                .execute();
    }

    /** Deletes all but about the newest {@code kept}. */
    void trim(Tx tx, int kept) {
        tx.update("""
            DELETE FROM outbox_messages
            WHERE sequence <= (SELECT MAX(sequence) FROM outbox_messages) - :kept
            """).bind("kept", kept).execute();
    }

    /** The newest mails, newest first; one that cannot be unsealed any more is left out. */
    List<OutboxMessage> newest(Tx tx, int count) {
        return tx.query("""
            SELECT recipient, subject, body_text, body_html, sent_at
            FROM outbox_messages
            ORDER BY sequence DESC, id
            LIMIT :count
            """).bind("count", count).map((row, context) -> message(row)).list().stream()
                .flatMap(Optional::stream)
                .toList();
    }

    private Optional<OutboxMessage> message(ResultSet row) throws SQLException {
        Optional<String> text = seal.open(PURPOSE, row.getString("body_text"));
        Optional<String> html = seal.open(PURPOSE, row.getString("body_html"));
        if (text.isEmpty() || html.isEmpty()) {
            return Optional.empty();
        }
        Mail mail = new Mail(row.getString("recipient"), row.getString("subject"), text.get(), html.get());
        return Optional.of(new OutboxMessage(mail, Instant.ofEpochMilli(row.getLong("sent_at"))));
    }
}
