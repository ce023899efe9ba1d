package cms.platform.db;

/** Adds rows, for instance of a log, to the writing transactions of work that does not know of it. */
@FunctionalInterface
public interface TransactionHook {
    /** Called in every writing transaction of the work, after its own statements; a failure rolls all back. */
    void beforeCommit(Tx tx);
}
