package cms.agent.attach;

import java.time.Duration;

/** How much of a file is read (spec 2.16, issue 20). */
public final class AttachLimits {
    public static final int ITEMS_MAX = 10;
    public static final int FILE_BYTES_MAX = 32 * 1024 * 1024;
    static final int TEXT_CHARS_MAX = 100_000;
    static final int EDGE_PIXELS_MAX = 1_568;
    static final int PDF_BYTES_MAX = 10 * 1024 * 1024;
    static final int ZIP_ENTRIES_MAX = 2_000;
    static final long ZIP_BYTES_MAX = 200L * 1024 * 1024;
    static final long ZIP_RATIO_MAX = 100;

    /** Elements, attributes and pieces of text of one file: each of them is kept for a while, or its name for long. */
    static final int XML_VALUES_MAX = 1_000_000;

    /** One text, remark or list of attributes, which the reader of XML keeps whole. */
    static final int XML_PIECE_BYTES_MAX = 2 * 1024 * 1024;

    static final int XML_DEPTH_MAX = 200;
    static final int SHEETS_MAX = 10;
    static final int ROWS_MAX = 200;
    static final int COLUMNS_MAX = 40;
    static final int SHARED_TEXTS_MAX = 50_000;

    /** In all of these texts together. */
    static final int SHARED_CHARS_MAX = 4_000_000;

    static final int REDIRECTS_MAX = 5;
    static final int NAME_CHARS_MAX = 200;
    static final int URL_CHARS_MAX = 2_000;

    /** Files that are read at the same time. */
    static final int READ_AT_ONCE = 2;

    static final Duration READ_WAIT_MAX = Duration.ofSeconds(20);
    static final Duration FETCH_MAX = Duration.ofSeconds(10);
    static final Duration KEPT = Duration.ofHours(24);

    private AttachLimits() {}
}
