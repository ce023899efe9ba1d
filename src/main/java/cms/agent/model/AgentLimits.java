package cms.agent.model;

import java.time.Duration;

/** How much a turn, a person, a program and this process may do with the agent (issue 20). */
public final class AgentLimits {
    public static final int MESSAGE_BYTES_MAX = 32 * 1024;
    public static final Duration CHAT_MAX = Duration.ofMinutes(5);
    public static final Duration PROGRAM_MAX = Duration.ofMinutes(2);

    public static final int ROUNDS_MAX = 12;
    public static final int CALLS_MAX = 40;
    public static final int WRITES_MAX = 20;
    public static final long TOKENS_MAX = 600_000;

    /** From this time on an identical call gets the answer of the one before. */
    public static final int SAME_CALL_MAX = 3;

    /** Neighbouring reads that are carried out side by side. */
    public static final int READS_AT_ONCE = 4;

    /** Objects that a turn may delete before a person is asked. */
    public static final int DELETED_MAX = 10;

    public static final int INPUT_BYTES_MAX = 512 * 1024;

    /** Of a result, on its way to the model. */
    public static final int RESULT_BYTES_MAX = 16 * 1024;

    /** Of the results of one round, on their way to the model. */
    public static final int ROUND_BYTES_MAX = 48 * 1024;

    /** Of a result, on its way to the client. */
    public static final int SHOWN_BYTES_MAX = 256 * 1024;

    public static final Duration READ_MAX = Duration.ofSeconds(10);
    public static final Duration WRITE_MAX = Duration.ofSeconds(30);
    public static final Duration UPLOAD_MAX = Duration.ofSeconds(60);

    public static final int HISTORY_TOKENS_MAX = 40_000;
    public static final int HISTORY_TOKENS_KEPT = 15_000;
    public static final Duration SEGMENT_MAX = Duration.ofHours(24);
    public static final int TITLE_CHARS_MAX = 100;

    public static final int USER_TURNS_MAX = 4;
    public static final int PROCESS_TURNS_MAX = 64;
    public static final Duration WAIT_MAX = Duration.ofSeconds(5);
    public static final Duration CONFIRMATION = Duration.ofMinutes(10);

    /** Of one request to a model. */
    public static final int TRIES_MAX = 3;

    public static final Duration RETRY_AFTER_MAX = Duration.ofSeconds(20);

    /** An answer that broke off with fewer characters shown is asked for once more. */
    public static final int CUT_CHARS_MAX = 200;

    /** A client that has gone and said how it comes back is waited for. */
    public static final Duration AWAY_MAX = Duration.ofSeconds(30);

    /** A turn that nobody has said runs for so long runs no more. */
    public static final Duration DESERTED = Duration.ofSeconds(30);

    public static final Duration BEAT = Duration.ofSeconds(2);

    private AgentLimits() {}
}
