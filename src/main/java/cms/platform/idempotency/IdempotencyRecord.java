package cms.platform.idempotency;

import cms.platform.db.TransactionHook;
import cms.platform.db.Tx;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Supplier;

/** Records in the first transaction of a request that it was carried out, before its answer is known. */
final class IdempotencyRecord implements TransactionHook {
    private final IdempotencyStore store;
    private final IdempotencyMark mark;
    private final String id;
    private final Supplier<String> content;
    private final InstantSource clock;
    private boolean noted;
    private boolean isElsewhere;

    IdempotencyRecord(
            IdempotencyStore store, IdempotencyMark mark, String id, Supplier<String> content, InstantSource clock) {
        this.store = store;
        this.mark = mark;
        this.id = id;
        this.content = content;
        this.clock = clock;
    }

    boolean isNoted() {
        return noted;
    }

    /** Whether another instance is carrying out the same request, so that nothing was written here. */
    boolean isElsewhere() {
        return isElsewhere;
    }

    /** Records the request, unless its writes carry the mark and can be found by it. */
    @Override
    public void beforeCommit(Tx tx) {
        if (noted || mark.isCarried()) {
            return;
        }
        var made = new StoredAnswer(content.get(), null, null, null, tx.made().orElse(null));
        Instant now = clock.instant();
        if (!store.claim(tx, id, made, now, now.minus(Idempotency.REMEMBERED))) {
            isElsewhere = true;
            throw Idempotency.inProgress();
        }
        tx.afterCommit(() -> noted = true);
    }
}
