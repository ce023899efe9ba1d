package cms.review;

/** Every number of this room. */
final class ReviewLimits {
    /** Open changes from which the health of branches is a warning; writes are never refused for it. */
    static final int OPEN_CHANGES_WARNING = 50;

    /** Bytes of one file that a comparison shows; a larger one is shown as null. */
    static final long DIFF_FILE_BYTES_MAX = 4L * 1024 * 1024;

    /** Bytes of one model or configuration file that is read to decide about a change. */
    static final long CONTENT_FILE_BYTES_MAX = 64L * 1024 * 1024;

    private ReviewLimits() {}
}
