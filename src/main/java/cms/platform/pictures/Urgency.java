package cms.platform.pictures;

/** How urgent the work on a picture is; the first name comes first. */
public enum Urgency {
    /** Small pictures that a page is waiting for. */
    WAITED_FOR,
    /** Files that were just uploaded. */
    UPLOAD,
    /** What takes seconds, as AVIF does; it never takes up every worker where there are two. */
    SLOW
}
