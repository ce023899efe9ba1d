package cms.review.history;

import cms.git.CommitId;
import cms.platform.db.Database;
import cms.platform.idempotency.IdempotencyMark;
import cms.review.history.NotedWriteStore.Note;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Notes what a request with an {@code Idempotency-Key} is about to push to a remote host. The push may arrive after the
 * client was told that the result is unknown, and the repeated request may come to another instance, which finds the
 * note.
 */
public final class NotedWrites {
    private static final Duration REMEMBERED = Duration.ofHours(25);

    private final NotedWriteStore store = new NotedWriteStore();
    private final Database database;
    private final InstantSource clock;

    public NotedWrites(Database database, InstantSource clock) {
        this.database = database;
        this.clock = clock;
    }

    /** The name of the branch that a save opens: the first one that was proposed for the same mark. */
    public String branch(IdempotencyMark.Write mark, String proposed) {
        return database.write(tx -> {
            store.insert(tx, mark.write(), new Note(proposed, ""), clock.millis());
            return store.find(tx, mark.write()).map(Note::branch).orElse(proposed);
        });
    }

    /** Notes the tip of a branch before a decision about it; the first note for a mark is kept. */
    public void deciding(IdempotencyMark.Write mark, String branch, CommitId tip) {
        database.writing(tx -> store.insert(tx, mark.write(), new Note(branch, tip.sha()), clock.millis()));
    }

    /** The tip that was noted before for the same request; empty for a new one. */
    public Optional<CommitId> decided(IdempotencyMark.Write mark) {
        return database.read(tx -> store.find(tx, mark.write()))
                .map(Note::sha)
                .filter(sha -> !sha.isEmpty())
                .map(CommitId::new);
    }

    /** Deletes notes that are older than 25 hours; called regularly. */
    public void forgetOld() {
        long before = clock.instant().minus(REMEMBERED).toEpochMilli();
        database.writing(tx -> store.deleteBefore(tx, before));
    }
}
