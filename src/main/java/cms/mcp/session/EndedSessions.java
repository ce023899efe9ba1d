package cms.mcp.session;

import cms.mcp.protocol.ProtocolSessions;
import cms.platform.db.Database;
import java.time.Instant;
import java.time.InstantSource;

/** Sessions that clients have ended, kept in rows until they would have expired. */
public final class EndedSessions implements ProtocolSessions.Ended {
    private final EndedSessionStore store = new EndedSessionStore();
    private final Database database;
    private final InstantSource clock;

    public EndedSessions(Database database, InstantSource clock) {
        this.database = database;
        this.clock = clock;
    }

    @Override
    public void add(String hash, Instant forgetAt) {
        database.writing(tx -> store.insert(tx, hash, forgetAt.toEpochMilli()));
    }

    @Override
    public boolean contains(String hash) {
        return database.read(tx -> store.contains(tx, hash));
    }

    /** Deletes expired sessions; a job calls it at intervals. */
    public void forgetOld() {
        database.writing(tx -> store.deleteBefore(tx, clock.millis()));
    }
}
