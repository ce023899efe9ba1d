package cms.agent.model;

import java.time.Duration;

/** Limits of the agent for a turn, a person, a program, a model, a file and this process (spec 2.16). */
public final class AgentLimits {
    public static final int MESSAGE_BYTES_MAX = 32 * 1024;

    /** Largest body with a message, whose every byte may be written as an escape of six, and its context. */
    public static final long ASK_BYTES_MAX = 6L * MESSAGE_BYTES_MAX + 64 * 1024;

    public static final Duration CHAT_MAX = Duration.ofMinutes(5);
    public static final Duration PROGRAM_MAX = Duration.ofMinutes(2);

    public static final int ROUNDS_MAX = 12;
    public static final int CALLS_MAX = 40;
    public static final int WRITES_MAX = 20;
    public static final long TOKENS_MAX = 600_000;

    /** The repetition from which on an identical call gets the result of the one before. */
    public static final int SAME_CALL_MAX = 3;

    /** Neighbouring reads that run at the same time. */
    public static final int READS_AT_ONCE = 4;

    /** Objects that a turn may delete before a person is asked. */
    public static final int DELETED_MAX = 10;

    public static final int INPUT_BYTES_MAX = 512 * 1024;

    /** Problems of one input that are reported to a model. */
    public static final int INPUT_PROBLEMS_MAX = 20;

    /** Entries that one call saves, or gives a status. */
    public static final int CALL_ENTRIES_MAX = 100;

    /** Entries that a copy into another locale may name. */
    public static final int NAMED_ENTRIES_MAX = 1_000;

    /** Entries of a model that one analysis or one search for references reads. */
    public static final int ENTRIES_LOOKED_AT_MAX = 5_000;

    public static final int MEDIA_FOUND_MAX = 20;

    /** Characters of the text around a hit of a search. */
    public static final int PREVIEW_CHARS_MAX = 200;

    /** Bytes of a result for the model. */
    public static final int RESULT_BYTES_MAX = 16 * 1024;

    /** Bytes of all results of one round for the model. */
    public static final int ROUND_BYTES_MAX = 48 * 1024;

    /** Bytes of a result for the client. */
    public static final int SHOWN_BYTES_MAX = 256 * 1024;

    /** Findings of a write that its result lists. */
    public static final int RESULT_ERRORS_MAX = 50;

    /** Characters of each text of a result that is too long. */
    public static final int CUT_TEXT_CHARS_MAX = 1_000;

    /** The same where that is not enough. */
    public static final int CUT_SHORT_TEXT_CHARS_MAX = 120;

    /** Characters of each text of a listed submission. */
    public static final int UNTRUSTED_TEXT_CHARS_MAX = 4_000;

    public static final Duration READ_MAX = Duration.ofSeconds(10);
    public static final Duration WRITE_MAX = Duration.ofSeconds(30);
    public static final Duration UPLOAD_MAX = Duration.ofSeconds(60);

    public static final int HISTORY_TOKENS_MAX = 40_000;
    public static final int HISTORY_TOKENS_KEPT = 15_000;

    /** Characters of earlier turns that one summary covers. */
    public static final int COMPACTION_CHARS_MAX = 120_000;

    /** Time for the request for a summary; the person waits meanwhile. */
    public static final Duration COMPACTION_MAX = Duration.ofSeconds(20);

    /** Characters of each message, call and result in the input of a summary. */
    public static final int COMPACTION_BLOCK_CHARS_MAX = 1_000;

    public static final int SUMMARY_CHARS_MAX = 4_000;

    /** Ids that a summary may name. */
    public static final int SUMMARY_ENTRIES_MAX = 50;

    /** Characters of each message, call and result of turns before the segment. */
    public static final int EARLIER_BLOCK_CHARS_MAX = 4_000;

    public static final int SYSTEM_TERMS_MAX = 60;
    public static final int SYSTEM_TERM_CHARS_MAX = 200;

    /** Characters of the models in full; further ones are only named. */
    public static final int SYSTEM_MODELS_CHARS_MAX = 16_000;

    /** Open changes named to a model before each message. */
    public static final int STATE_BRANCHES_MAX = 5;

    public static final int CONTEXT_NAME_CHARS_MAX = 400;
    public static final int CONTEXT_LOCALE_CHARS_MAX = 40;

    /** Items that a person can pin. */
    public static final int CONTEXT_ITEMS_MAX = 50;

    public static final int CONTEXT_ITEM_DATA_CHARS_MAX = 200;

    public static final Duration SEGMENT_MAX = Duration.ofHours(24);
    public static final int TITLE_CHARS_MAX = 100;
    public static final int CONVERSATIONS_LISTED_MAX = 200;
    public static final int MESSAGES_LISTED_MAX = 100;

    /** Bytes of listed messages; fewer are listed where they are long. */
    public static final long MESSAGES_LISTED_BYTES_MAX = 8L * 1024 * 1024;

    /**
     * Bytes of all conversations of a person or a key in a workspace, and of all in it; the longest unused go beyond.
     */
    public static final long OWNER_CONVERSATIONS_BYTES_MAX = 512L * 1024 * 1024;

    public static final long WORKSPACE_CONVERSATIONS_BYTES_MAX = 2L * 1024 * 1024 * 1024;

    /** Conversations that one run deletes because of their age, and as many because of their bytes. */
    public static final int CONVERSATIONS_DELETED_AT_ONCE = 100;

    /** Landings searched for unrecorded commits after a turn was interrupted. */
    public static final int RECOVERY_LANDINGS_MAX = 100;

    /** Open changes searched for unrecorded commits. */
    public static final int RECOVERY_BRANCHES_MAX = 50;

    /** Conflicts that one undo resolves by keeping the later value. */
    public static final int UNDO_CLASHES_MAX = 20;

    public static final int USER_TURNS_MAX = 4;

    /** Shared between the accounts that own workspaces. */
    public static final int PROCESS_TURNS_MAX = 64;

    public static final Duration WAIT_MAX = Duration.ofSeconds(5);
    public static final Duration CONFIRMATION = Duration.ofMinutes(10);

    /** Tries of one request to a model. */
    public static final int TRIES_MAX = 3;

    public static final Duration RETRY_AFTER_MAX = Duration.ofSeconds(20);

    /** A reply that broke off with fewer characters shown is requested once more. */
    public static final int CUT_CHARS_MAX = 200;

    /** How long a turn waits for a disconnected client that can resume its stream. */
    public static final Duration AWAY_MAX = Duration.ofSeconds(30);

    /** A running turn without a heartbeat for so long is ended. */
    public static final Duration DESERTED = Duration.ofSeconds(30);

    public static final Duration BEAT = Duration.ofSeconds(2);

    /** Silence on a stream after which a comment is sent. */
    public static final Duration SIGN_OF_LIFE = Duration.ofSeconds(10);

    /** Time that turns have to end when the service stops. */
    public static final Duration LAST_WORDS_MAX = Duration.ofSeconds(6);

    /** Time of one request to a model, until the last byte of the reply. */
    public static final Duration MODEL_CALL_MAX = Duration.ofMinutes(5);

    /** Longest silence within a reply, and before a vendor's reply. */
    public static final Duration MODEL_SILENCE_MAX = Duration.ofMinutes(1);

    /** Longest silence before the reply of the operator's own server, which reads the whole prompt first. */
    public static final Duration MODEL_FIRST_BYTE_MAX = Duration.ofMinutes(2);

    public static final int MODEL_ANSWER_BYTES_MAX = 64 * 1024 * 1024;
    public static final int MODEL_ERROR_BYTES_MAX = 64 * 1024;
    public static final int MODEL_ERROR_SHOWN_CHARS_MAX = 300;

    /** Bytes of one line of a reply. */
    public static final int MODEL_LINE_BYTES_MAX = 8 * 1024 * 1024;

    /** Texts, calls and pieces of reasoning of one reply. */
    public static final int REPLY_PARTS_MAX = 1_000;

    public static final int REPLY_CHARS_MAX = 8 * 1024 * 1024;
    public static final int TOOL_NAME_CHARS_MAX = 200;

    /** Servers whose unsupported members are remembered. */
    public static final int MODEL_BASES_MAX = 1_000;

    /** Time for listing the models of a server. */
    public static final Duration MODEL_LIST_MAX = Duration.ofSeconds(5);

    public static final int MODEL_LIST_BYTES_MAX = 1024 * 1024;

    public static final int ATTACHMENTS_MAX = 10;
    public static final int ATTACHMENT_BYTES_MAX = 32 * 1024 * 1024;
    public static final int ATTACHMENT_CHARS_MAX = 100_000;
    public static final int ATTACHMENT_NAME_CHARS_MAX = 200;
    public static final int ATTACHMENTS_READ_AT_ONCE = 2;
    public static final Duration ATTACHMENT_WAIT_MAX = Duration.ofSeconds(20);

    /** Bytes of attachments kept for a day, as a model gets them: of one person, and of all people of a workspace. */
    public static final long PERSON_ATTACHED_BYTES_MAX = 128L * 1024 * 1024;

    public static final long WORKSPACE_ATTACHED_BYTES_MAX = 512L * 1024 * 1024;
    public static final Duration ATTACHMENT_KEPT = Duration.ofHours(24);

    /** Bytes of attachments, as a model gets them, in one request: a vendor takes 32 MB for all of it. */
    public static final long REQUEST_ATTACHED_BYTES_MAX = 28L * 1024 * 1024;

    /** How long a request with attachments waits to be written, one at a time. */
    public static final Duration REQUEST_WRITTEN_MAX = Duration.ofSeconds(30);

    public static final int LINK_CHARS_MAX = 2_000;
    public static final int LINK_REDIRECTS_MAX = 5;
    public static final Duration LINK_FETCH_MAX = Duration.ofSeconds(10);

    /** A picture as a model gets it, and the person who attached it: 2 MiB of Base64. */
    public static final int PICTURE_BYTES_MAX = 3 * 512 * 1024;

    public static final int PICTURE_EDGE_PIXELS_MAX = 1_568;
    public static final long PICTURE_PIXELS_MAX = 50_000_000;
    public static final int PDF_BYTES_MAX = 10 * 1024 * 1024;
    public static final int PDF_PAGES_MAX = 100;

    /** Bytes of the packed objects of one PDF that are read for its number of pages. */
    public static final int PDF_UNPACKED_BYTES_MAX = 32 * 1024 * 1024;

    public static final int ZIP_ENTRIES_MAX = 2_000;
    public static final long ZIP_BYTES_MAX = 200L * 1024 * 1024;
    public static final long ZIP_RATIO_MAX = 100;

    /** Elements, attributes and pieces of text of one file, each of which takes memory. */
    public static final int XML_VALUES_MAX = 1_000_000;

    /** Bytes of one text, comment or list of attributes, which an XML parser keeps whole. */
    public static final int XML_PIECE_BYTES_MAX = 2 * 1024 * 1024;

    public static final int XML_DEPTH_MAX = 200;
    public static final int SHEETS_MAX = 10;
    public static final int SHEET_ROWS_MAX = 200;
    public static final int SHEET_COLUMNS_MAX = 40;
    public static final int SHEET_SHARED_TEXTS_MAX = 50_000;

    /** Characters of all shared texts of a spreadsheet. */
    public static final int SHEET_SHARED_CHARS_MAX = 4_000_000;

    private AgentLimits() {}
}
