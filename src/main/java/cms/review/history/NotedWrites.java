package cms.review.history;

import cms.git.CommitId;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.idempotency.IdempotencyMark;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/**
 * What a request with an {@code Idempotency-Key} was about to do on a remote host, noted before its push: the push may
 * arrive after the answer that nobody knows what became of it, and the repeat may come to another instance.
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

    /** Where a branch stood that is about to be decided about; the first word counts. */
    public void deciding(IdempotencyMark.Write mark, String branch, CommitId tip) {
        database.writing(tx -> note(tx, mark, branch, tip.sha()));
    }

    /** Where the branch stood that the same request was about to decide about before; empty for a new one. */
    public Optional<CommitId> decided(IdempotencyMark.Write mark) {
        return database.read(tx -> find(tx, mark, "sha"))
                .filter(sha -> !sha.isEmpty())
                .map(CommitId::new);
    }

    /** To be run now and then. */
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
