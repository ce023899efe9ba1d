package cms.agent.desk;

/** How much one turn may do (issue 20). */
final class DeskLimits {
    static final int CALLS_MAX = 40;
    static final int WRITES_MAX = 20;

    /** From this time on an identical call gets the answer of the one before. */
    static final int SAME_CALL_MAX = 3;

    /** Objects that a turn may delete before a person is asked. */
    static final int DELETED_MAX = 10;

    static final int INPUT_BYTES_MAX = 512 * 1024;

    private DeskLimits() {}
}
