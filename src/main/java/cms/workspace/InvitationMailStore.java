package cms.workspace;

import cms.platform.db.Tx;

/** SQL of the table {@code invitation_mails}. */
final class InvitationMailStore {
    /** The counts, each with its query. */
    enum Count {
        TO_ADDRESS("SELECT COUNT(*) FROM invitation_mails WHERE email_key = :value AND at > :since"),
        OF_PERSON("SELECT COUNT(*) FROM invitation_mails WHERE inviter = :value AND at > :since"),
        OF_WORKSPACE("SELECT COUNT(*) FROM invitation_mails WHERE workspace_id = :value AND at > :since");

        private final String sql;

        Count(String sql) {
            this.sql = sql;
        }
    }

    /** An invitation that was mailed. */
    record Mailed(String id, String inviter, String emailKey, String workspaceId, long at) {}

    /** The mails since a time, in epoch milliseconds. */
    long count(Tx tx, Count what, String value, long since) {
        return tx.query(what.sql)
                .bind("value", value)
                .bind("since", since)
                .mapTo(Long.class)
                .one();
    }

    void insert(Tx tx, Mailed mailed) {
        tx.update("""
            INSERT INTO invitation_mails (id, inviter, email_key, workspace_id, at)
            VALUES (:id, :inviter, :key, :workspaceId, :at)
            """)
                .bind("id", mailed.id())
                .bind("inviter", mailed.inviter())
                .bind("key", mailed.emailKey())
                .bind("workspaceId", mailed.workspaceId())
                .bind("at", mailed.at())
                .execute();
    }

    void delete(Tx tx, String id) {
        tx.update("DELETE FROM invitation_mails WHERE id = :id").bind("id", id).execute();
    }

    void deleteUntil(Tx tx, long time) {
        tx.update("DELETE FROM invitation_mails WHERE at <= :before")
                .bind("before", time)
                .execute();
    }
}
