package cms.platform.pictures;

/** Whose work comes first; in the order of the names. */
public enum Urgency {
    /** Small pictures that a page is waiting for. */
    WAITED_FOR,
    /** What was just uploaded. */
    UPLOAD,
    /** What takes seconds, as AVIF does; it never takes up every worker where there are two. */
    SLOW
}
