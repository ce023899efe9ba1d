package cms.review.history;

import cms.git.CommitId;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.idempotency.IdempotencyMark;
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

    private final Database database;
    private final InstantSource clock;

    public NotedWrites(Database database, InstantSource clock) {
        this.database = database;
        this.clock = clock;
    }

    /** The name of the branch that a save opens: the first one that was proposed for the same mark. */
    public String branch(IdempotencyMark.Write mark, String proposed) {
        return database.write(tx -> {
            note(tx, mark, proposed, "");
            return find(tx, mark, "branch").orElse(proposed);
        });
    }

    /** Notes the tip of a branch before a decision about it; the first note for a mark is kept. */
    public void deciding(IdempotencyMark.Write mark, String branch, CommitId tip) {
        database.writing(tx -> note(tx, mark, branch, tip.sha()));
    }

    /** The tip that was noted before for the same request; empty for a new one. */
    public Optional<CommitId> decided(IdempotencyMark.Write mark) {
        return database.read(tx -> find(tx, mark, "sha"))
                .filter(sha -> !sha.isEmpty())
                .map(CommitId::new);
    }

    /** Deletes notes that are older than 25 hours; called regularly. */
    public void forgetOld() {
        long before = clock.instant().minus(REMEMBERED).toEpochMilli();
        database.writing(tx -> tx.update("DELETE FROM noted_writes WHERE created_at < :before")
                .bind("before", before)
                .execute());
    }

    private void note(Tx tx, IdempotencyMark.Write mark, String branch, String sha) {
        tx.update("""
                INSERT INTO noted_writes (mark, branch, sha, created_at) VALUES (:mark, :branch, :sha, :now)
                ON CONFLICT (mark) DO NOTHING
                """)
                .bind("mark", mark.write())
                .bind("branch", branch)
                .bind("sha", sha)
                .bind("now", clock.millis())
                .execute();
    }

    private static Optional<String> find(Tx tx, IdempotencyMark.Write mark, String column) {
        return tx.query("SELECT branch, sha FROM noted_writes WHERE mark = :mark")
                .bind("mark", mark.write())
                .map((row, context) -> row.getString(column))
                .findOne();
    }
}
