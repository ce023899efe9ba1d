package cms.forms;

import cms.forms.Submission.FormAddress;
import cms.forms.Submission.Head;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import java.time.InstantSource;
import java.util.Collection;

/** Bounds stored spam by number for each form, and by age. */
final class SpamBin {
    private static final int SLICE = 1_000;

    private final Database database;
    private final InstantSource clock;
    private final DecisionStore store = new DecisionStore();
    private final TotalStore totals = new TotalStore();

    SpamBin(Database database, InstantSource clock) {
        this.database = database;
        this.clock = clock;
    }

    /**
     * Removes the oldest spam of a form beyond the limit, that of the filter before what members call spam.
     *
     * @param rows how much it has
     * @param justNow ids of rows that have just become spam and stay, so that a person may take the decision back
     */
    void keepWithin(Tx tx, FormAddress place, long rows, Collection<String> justNow) {
        if (rows > FormLimits.SPAM_MAX) {
            int beyond = (int) Math.min(rows - FormLimits.SPAM_MAX, SLICE);
            store.oldestSpam(tx, place, justNow, beyond).forEach(row -> remove(tx, row));
        }
    }

    /** Removes spam that is too old, in slices; called regularly. */
    void forgetOld() {
        long before = clock.instant().minus(FormLimits.SPAM_KEPT).toEpochMilli();
        int removed;
        do {
            removed = database.write(tx -> {
                var old = store.oldSpam(tx, before, SLICE);
                old.forEach(row -> remove(tx, row));
                return old.size();
            });
        } while (removed == SLICE);
    }

    private void remove(Tx tx, Head row) {
        store.delete(tx, row.id()).ifPresent(status -> totals.add(tx, row.place(), status, -1));
    }
}
