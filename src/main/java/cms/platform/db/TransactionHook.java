package cms.platform.db;

/** Adds rows to the writing transactions of a piece of work that knows nothing of it, for instance to a log. */
@FunctionalInterface
public interface TransactionHook {
    /** Called in every writing transaction of the work, after its own statements; a failure rolls all back. */
    void beforeCommit(Tx tx);
}
