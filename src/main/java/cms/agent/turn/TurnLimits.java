package cms.agent.turn;

import java.time.Duration;

/** How much a turn may take (issue 20). */
final class TurnLimits {
    static final int ROUNDS_MAX = 12;
    static final long TOKENS_MAX = 600_000;
    static final int HISTORY_TOKENS_MAX = 40_000;
    static final int HISTORY_TOKENS_KEPT = 15_000;
    /** Bytes of results that one round gives to the model. */
    static final int ROUND_BYTES_MAX = 48 * 1024;

    static final int USER_TURNS_MAX = 4;
    static final int PROCESS_TURNS_MAX = 64;
    static final Duration WAIT_MAX = Duration.ofSeconds(5);
    static final Duration SEGMENT_MAX = Duration.ofHours(24);
    static final Duration CONFIRMATION = Duration.ofMinutes(10);

    /** A client that has gone and said how it comes back is waited for. */
    static final Duration AWAY_MAX = Duration.ofSeconds(30);

    /** A turn that nobody has said runs for so long runs no more. */
    static final Duration DESERTED = Duration.ofSeconds(30);

    static final Duration BEAT = Duration.ofSeconds(2);
    static final int TITLE_CHARS_MAX = 100;
    static final int CONFIRM_TRIES_MAX = 5;

    private TurnLimits() {}
}
