package cms.platform.jobs;

import cms.platform.db.Tx;
import cms.platform.failure.Failure;

/** The right to do work alone among all instances, until it is closed or this instance stops renewing it. */
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
     * Makes {@code tx} depend on the lease: it commits only while no other instance has taken the lease over.
     *
     * @throws Failure CONFLICT when another instance has
     */
    public void confirm(Tx tx) {
        if (!isHeld(tx)) {
            throw Failure.conflict("Another instance has taken over this work.");
        }
    }

    /** Whether no other instance has taken the lease over, nor will before {@code tx} ends. */
    public boolean isHeld(Tx tx) {
        return from.isHeld(tx, name, holder);
    }

    @Override
    public void close() {
        from.giveBack(name, holder);
    }
}
