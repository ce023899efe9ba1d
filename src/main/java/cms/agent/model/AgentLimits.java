package cms.agent.model;

import java.time.Duration;

/** How much a turn, a person, a program, a model, a file and this process may take of the agent (spec 2.16). */
public final class AgentLimits {
    public static final int MESSAGE_BYTES_MAX = 32 * 1024;

    /** Of a request with a message, whose every byte may be written as an escape of six, and its context. */
    public static final long ASK_BYTES_MAX = 6L * MESSAGE_BYTES_MAX + 64 * 1024;

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

    /** Problems of one input that a model is told. */
    public static final int INPUT_PROBLEMS_MAX = 20;

    /** Of the place of a problem within an input. */
    public static final int INPUT_PATH_CHARS_MAX = 80;

    /** Entries that one call saves, or gives a status. */
    public static final int CALL_ENTRIES_MAX = 100;

    /** Entries that a copy into another locale may name. */
    public static final int NAMED_ENTRIES_MAX = 1_000;

    /** Entries of a model that one analysis or one search for references looks at. */
    public static final int ENTRIES_LOOKED_AT_MAX = 5_000;

    public static final int MEDIA_FOUND_MAX = 20;

    /** Of the text around a hit of a search. */
    public static final int PREVIEW_CHARS_MAX = 200;

    /** Of a result, on its way to the model. */
    public static final int RESULT_BYTES_MAX = 16 * 1024;

    /** Of the results of one round, on their way to the model. */
    public static final int ROUND_BYTES_MAX = 48 * 1024;

    /** Of a result, on its way to the client. */
    public static final int SHOWN_BYTES_MAX = 256 * 1024;

    /** Findings of a write that its result lists. */
    public static final int RESULT_ERRORS_MAX = 50;

    /** Of each text of a result that is too long as it is. */
    public static final int CUT_TEXT_CHARS_MAX = 1_000;

    /** The same where that was not enough. */
    public static final int CUT_SHORT_TEXT_CHARS_MAX = 120;

    /** Of each text of a submission that is listed. */
    public static final int UNTRUSTED_TEXT_CHARS_MAX = 4_000;

    public static final Duration READ_MAX = Duration.ofSeconds(10);
    public static final Duration WRITE_MAX = Duration.ofSeconds(30);
    public static final Duration UPLOAD_MAX = Duration.ofSeconds(60);

    public static final int HISTORY_TOKENS_MAX = 40_000;
    public static final int HISTORY_TOKENS_KEPT = 15_000;

    /** Of turns that are summed up because they are sent no more. */
    public static final int COMPACTION_CHARS_MAX = 120_000;

    /** Of the one request for a summary; the person waits meanwhile. */
    public static final Duration COMPACTION_MAX = Duration.ofSeconds(20);

    /** Of each message, call and result that is summed up. */
    public static final int COMPACTION_BLOCK_CHARS_MAX = 1_000;

    public static final int SUMMARY_CHARS_MAX = 4_000;

    /** Ids that a summary may name. */
    public static final int SUMMARY_ENTRIES_MAX = 50;

    /** Of each message, call and result of turns before the segment. */
    public static final int EARLIER_BLOCK_CHARS_MAX = 4_000;

    public static final int SYSTEM_TERMS_MAX = 60;
    public static final int SYSTEM_TERM_CHARS_MAX = 200;

    /** Of the models in full; those after them are named alone. */
    public static final int SYSTEM_MODELS_CHARS_MAX = 16_000;

    /** Open changes that a model is told before each message. */
    public static final int STATE_BRANCHES_MAX = 5;

    public static final int CONTEXT_NAME_CHARS_MAX = 400;
    public static final int CONTEXT_LOCALE_CHARS_MAX = 40;

    /** Things that a person has pinned. */
    public static final int CONTEXT_ITEMS_MAX = 50;

    public static final int CONTEXT_ITEM_DATA_CHARS_MAX = 200;

    public static final Duration SEGMENT_MAX = Duration.ofHours(24);
    public static final int TITLE_CHARS_MAX = 100;
    public static final int CONVERSATIONS_LISTED_MAX = 200;
    public static final int MESSAGES_LISTED_MAX = 100;

    /** Landings that are searched for commits which no row tells of, after a turn was cut off. */
    public static final int RECOVERY_LANDINGS_MAX = 100;

    /** Open changes that are searched for them. */
    public static final int RECOVERY_BRANCHES_MAX = 50;

    /** Fields that one undo may leave as others have changed them. */
    public static final int UNDO_CLASHES_MAX = 20;

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

    /** The time that turns have when the service stops. */
    public static final Duration LAST_WORDS_MAX = Duration.ofSeconds(6);

    /** Of one request to a model, until the last byte of its answer. */
    public static final Duration MODEL_CALL_MAX = Duration.ofMinutes(5);

    /** Without a byte of an answer that has begun, or of a vendor's that has not. */
    public static final Duration MODEL_SILENCE_MAX = Duration.ofMinutes(1);

    /** A server of the operator's own reads the whole prompt before its first byte. */
    public static final Duration MODEL_FIRST_BYTE_MAX = Duration.ofMinutes(2);

    public static final int MODEL_ANSWER_BYTES_MAX = 64 * 1024 * 1024;
    public static final int MODEL_ERROR_BYTES_MAX = 64 * 1024;
    public static final int MODEL_ERROR_SHOWN_CHARS_MAX = 300;

    /** Of one line of an answer. */
    public static final int MODEL_LINE_BYTES_MAX = 8 * 1024 * 1024;

    /** Texts, calls and pieces of reasoning of one answer. */
    public static final int REPLY_PARTS_MAX = 1_000;

    public static final int REPLY_CHARS_MAX = 8 * 1024 * 1024;
    public static final int TOOL_NAME_CHARS_MAX = 200;

    /** Servers of which it is remembered what they refuse. */
    public static final int MODEL_BASES_MAX = 1_000;

    /** Of the question which models a server has. */
    public static final Duration MODEL_LIST_MAX = Duration.ofSeconds(5);

    public static final int MODEL_LIST_BYTES_MAX = 1024 * 1024;

    public static final int ATTACHMENTS_MAX = 10;
    public static final int ATTACHMENT_BYTES_MAX = 32 * 1024 * 1024;
    public static final int ATTACHMENT_CHARS_MAX = 100_000;
    public static final int ATTACHMENT_NAME_CHARS_MAX = 200;
    public static final int ATTACHMENTS_READ_AT_ONCE = 2;
    public static final Duration ATTACHMENT_WAIT_MAX = Duration.ofSeconds(20);

    /** Of what is kept for a day, as a model gets it: of one person, and of all people of a workspace. */
    public static final long PERSON_ATTACHED_BYTES_MAX = 128L * 1024 * 1024;

    public static final long WORKSPACE_ATTACHED_BYTES_MAX = 512L * 1024 * 1024;
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
