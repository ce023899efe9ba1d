package cms.forms;

import cms.forms.Submission.FormAddress;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import java.time.InstantSource;

/** Bounds stored spam by number for each form, and by age. */
final class SpamBin {
    private static final int SLICE = 1_000;

    private final Database database;
    private final InstantSource clock;
    private final SubmissionStore store = new SubmissionStore();
    private final TotalStore totals = new TotalStore();

    SpamBin(Database database, InstantSource clock) {
        this.database = database;
        this.clock = clock;
    }

    /** Removes the oldest spam of a form beyond the limit. */
    void keepWithin(Tx tx, FormAddress place, long rows) {
        if (rows > FormLimits.SPAM_MAX) {
            store.page(
                            tx,
                            SubmissionStore.Seen.whole(place),
                            SubmissionStatus.SPAM,
                            false,
                            (int) Math.min(rows - FormLimits.SPAM_MAX, SLICE),
                            0)
                    .forEach(row -> remove(tx, row));
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

    private void remove(Tx tx, Submission row) {
        store.delete(tx, row.id()).ifPresent(status -> totals.add(tx, row.place(), status, -1));
    }
}
