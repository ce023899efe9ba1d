package cms.format;

import cms.format.text.JsonReader;

/** Every number of the file formats, with its unit. */
public final class FormatLimits {
    /** Levels of {@code items} and {@code fields} below a field; deeper definitions are findings (reference 1.2). */
    public static final int DEFINITION_DEPTH_MAX = 10;

    /** Fields of one model, nested ones included; more are findings and are not read. */
    public static final int FIELDS_MAX = 2_000;

    /** Locales that a project supports; a configuration that names more is a finding, and further ones are not read. */
    public static final int LOCALES_MAX = 1_000;

    /** Findings kept for one model or configuration, so that a hostile file does not fill the answer. */
    public static final int PROBLEMS_MAX = 100;

    /** Bytes of one content file that is read; a larger one is unreadable. */
    public static final int FILE_BYTES_MAX = JsonReader.BYTES_MAX;

    /** Values of one file: texts, numbers, literals, objects and lists; one with more is unreadable. */
    public static final int FILE_VALUES_MAX = 2_000_000;

    /** Files from this length on are parsed one at a time in the process, however little memory their values take. */
    public static final int LARGE_FILE_BYTES = JsonReader.LARGE_BYTES;

    private FormatLimits() {}
}
