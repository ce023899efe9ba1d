package cms.mcp;

import cms.mcp.protocol.ProtocolSessions;
import cms.platform.db.Database;
import java.time.Instant;
import java.time.InstantSource;

/** Sessions that clients have ended, kept in rows until they would have expired. */
final class EndedSessions implements ProtocolSessions.Ended {
    private final Database database;
    private final InstantSource clock;

    EndedSessions(Database database, InstantSource clock) {
        this.database = database;
        this.clock = clock;
    }

    @Override
    public void add(String hash, Instant forgetAt) {
        database.writing(tx -> tx.update("""
            INSERT INTO mcp_ended_sessions (hash, forget_at) VALUES (:hash, :forgetAt)
            ON CONFLICT (hash) DO NOTHING
            """)
                .bind("hash", hash)
                .bind("forgetAt", forgetAt.toEpochMilli())
                .execute());
    }

    @Override
    public boolean contains(String hash) {
        return database.read(tx -> tx.query("SELECT 1 FROM mcp_ended_sessions WHERE hash = :hash")
                .bind("hash", hash)
                .mapTo(Integer.class)
                .findOne()
                .isPresent());
    }

    /** Deletes expired sessions; a job calls it at intervals. */
    void forgetOld() {
        database.writing(tx -> tx.update("DELETE FROM mcp_ended_sessions WHERE forget_at < :now")
                .bind("now", clock.millis())
                .execute());
    }
}
