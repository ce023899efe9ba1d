package cms.platform.repeats;

import cms.platform.db.Companion;
import cms.platform.db.Tx;
import java.time.InstantSource;

/** Notes in the first transaction of a request that it was carried out, before its answer is known. */
final class Done implements Companion {
    private final RepeatStore store;
    private final RepeatMark mark;
    private final String id;
    private final String content;
    private final InstantSource clock;
    private boolean noted;

    Done(RepeatStore store, RepeatMark mark, String id, String content, InstantSource clock) {
        this.store = store;
        this.mark = mark;
        this.id = id;
        this.content = content;
        this.clock = clock;
    }

    boolean isNoted() {
        return noted;
    }

    /** A request whose writes carry the mark elsewhere is found there; it can be repeated to get its answer. */
    @Override
    public void beforeCommit(Tx tx) {
        if (noted || mark.isCarried()) {
            return;
        }
        String made = tx.made().orElse(null);
        store.put(tx, id, new StoredAnswer(content, null, null, null, made), clock.instant());
        tx.afterCommit(() -> noted = true);
    }
}
