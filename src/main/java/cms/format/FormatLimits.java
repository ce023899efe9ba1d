package cms.format;

/** Every number of the file formats, with its unit. */
public final class FormatLimits {
    /** Levels of {@code items} and {@code fields} below a field; deeper definitions are findings (reference 1.2). */
    public static final int DEFINITION_DEPTH_MAX = 10;

    /** Fields of one model, nested ones included; more are findings and are not read. */
    public static final int FIELDS_MAX = 2_000;

    /** Findings kept for one model or configuration; a hostile file does not fill the answer. */
    public static final int PROBLEMS_MAX = 100;

    /** Levels of objects and arrays in one JSON file. */
    public static final int JSON_DEPTH_MAX = 100;

    /** Characters of one number literal. */
    public static final int NUMBER_CHARS_MAX = 400;

    /** Bytes of one content file that is read; larger ones are unreadable. */
    public static final int FILE_BYTES_MAX = 64 * 1024 * 1024;

    /** Characters of the frontmatter of one document. */
    public static final int FRONTMATTER_CHARS_MAX = 1024 * 1024;

    /** Levels of maps and lists in frontmatter. */
    public static final int FRONTMATTER_DEPTH_MAX = 50;

    private FormatLimits() {}
}
