package cms.platform.pictures;

/** Priority of work on a picture, the most urgent first. */
public enum Urgency {
    /** Small pictures that a page is waiting for. */
    WAITED_FOR,
    /** Files that were just uploaded. */
    UPLOAD,
    /** Work that takes seconds, such as AVIF; it never occupies every worker where there are two. */
    SLOW
}
