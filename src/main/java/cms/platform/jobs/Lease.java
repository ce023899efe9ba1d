package cms.platform.jobs;

import cms.platform.db.Tx;
import cms.platform.failure.Failure;

/** The right to do something alone among all instances, until it is closed or this instance falls silent. */
public final class Lease implements AutoCloseable {
    private final Leases from;
    private final String name;
    private final String holder;

    Lease(Leases from, String name, String holder) {
        this.from = from;
        this.name = name;
        this.holder = holder;
    }

    /**
     * Makes {@code tx} depend on the lease: it commits only while nobody else has taken over.
     *
     * @throws Failure CONFLICT when somebody has
     */
    public void confirm(Tx tx) {
        if (!from.isHeld(tx, name, holder)) {
            throw Failure.conflict("Another instance has taken over this work.");
        }
    }

    @Override
    public void close() {
        from.giveBack(name, holder);
    }
}
