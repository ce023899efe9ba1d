package cms.mcp.session;

import cms.platform.db.Tx;

/** SQL of the table {@code mcp_ended_sessions}. */
final class EndedSessionStore {
    void insert(Tx tx, String hash, long forgetAt) {
        tx.update("""
            INSERT INTO mcp_ended_sessions (hash, forget_at) VALUES (:hash, :forgetAt)
            ON CONFLICT (hash) DO NOTHING
            """).bind("hash", hash).bind("forgetAt", forgetAt).execute();
    }

    boolean contains(Tx tx, String hash) {
        return tx.query("SELECT 1 FROM mcp_ended_sessions WHERE hash = :hash")
                .bind("hash", hash)
                .mapTo(Integer.class)
                .findOne()
                .isPresent();
    }

    void deleteBefore(Tx tx, long time) {
        tx.update("DELETE FROM mcp_ended_sessions WHERE forget_at < :now")
                .bind("now", time)
                .execute();
    }
}
