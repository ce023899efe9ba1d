package cms.format;

import tools.jackson.databind.node.ObjectNode;

/** One file of content, read as far as it can be read. */
public sealed interface ContentFile {
    /** A JSON file; a collection stored as a list of objects with {@code id} has been turned into a map. */
    record Json(ObjectNode members) implements ContentFile {}

    /** A document. */
    record Markdown(MarkdownFile file) implements ContentFile {}

    /**
     * A file that cannot be read; it becomes a finding and is never overwritten.
     *
     * @param path the path inside the repository
     * @param line the line of the trouble, counted from 1; 0 when no line is to blame
     * @param sentence what is wrong, safe to show
     */
    record Unreadable(String path, int line, String sentence) implements ContentFile {}
}
