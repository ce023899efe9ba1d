package cms.agent.model;

import java.time.Duration;

/** How much a turn, a person, a program, a model, a file and this process may take of the agent (issue 20, spec 2.16). */
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

    /** Of turns that are summed up because they are sent no more. */
    public static final int COMPACTION_CHARS_MAX = 120_000;

    /** Of the one request for a summary; the person waits meanwhile. */
    public static final Duration COMPACTION_MAX = Duration.ofSeconds(20);

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

    /** A client to whom nothing was sent for so long gets a comment. */
    public static final Duration SIGN_OF_LIFE = Duration.ofSeconds(10);

    /** What turns have when the service stops. */
    public static final Duration LAST_WORDS_MAX = Duration.ofSeconds(6);

    /** Of one request to a model, until the last byte of its answer. */
    public static final Duration MODEL_CALL_MAX = Duration.ofMinutes(5);

    /** Without a byte of an answer that has begun, or of a vendor's that has not. */
    public static final Duration MODEL_SILENCE_MAX = Duration.ofMinutes(1);

    /** A server of the operator's own reads the whole prompt before its first byte. */
    public static final Duration MODEL_FIRST_BYTE_MAX = Duration.ofMinutes(2);

    public static final int MODEL_ANSWER_BYTES_MAX = 64 * 1024 * 1024;
    public static final int MODEL_ERROR_BYTES_MAX = 64 * 1024;

    public static final int ATTACHMENTS_MAX = 10;
    public static final int ATTACHMENT_BYTES_MAX = 32 * 1024 * 1024;
    public static final int ATTACHMENT_CHARS_MAX = 100_000;
    public static final int ATTACHMENT_NAME_CHARS_MAX = 200;
    public static final int ATTACHMENTS_READ_AT_ONCE = 2;
    public static final Duration ATTACHMENT_WAIT_MAX = Duration.ofSeconds(20);
    public static final Duration ATTACHMENT_KEPT = Duration.ofHours(24);

    public static final int LINK_CHARS_MAX = 2_000;
    public static final int LINK_REDIRECTS_MAX = 5;
    public static final Duration LINK_FETCH_MAX = Duration.ofSeconds(10);

    public static final int PICTURE_EDGE_PIXELS_MAX = 1_568;
    public static final int PDF_BYTES_MAX = 10 * 1024 * 1024;
    public static final int ZIP_ENTRIES_MAX = 2_000;
    public static final long ZIP_BYTES_MAX = 200L * 1024 * 1024;
    public static final long ZIP_RATIO_MAX = 100;

    /** Elements, attributes and pieces of text of one file: each of them is kept for a while, or its name for long. */
    public static final int XML_VALUES_MAX = 1_000_000;

    /** One text, remark or list of attributes, which the reader of XML keeps whole. */
    public static final int XML_PIECE_BYTES_MAX = 2 * 1024 * 1024;

    public static final int XML_DEPTH_MAX = 200;
    public static final int SHEETS_MAX = 10;
    public static final int SHEET_ROWS_MAX = 200;
    public static final int SHEET_COLUMNS_MAX = 40;
    public static final int SHEET_SHARED_TEXTS_MAX = 50_000;

    /** In all of these texts together. */
    public static final int SHEET_SHARED_CHARS_MAX = 4_000_000;

    private AgentLimits() {}
}
