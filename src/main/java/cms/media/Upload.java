package cms.media;

import cms.access.Author;
import cms.media.asset.Words;
import cms.media.variant.VariantMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * An upload without its bytes: name, texts, sizes and field of the asset that it becomes.
 *
 * @param filename as the sender named it
 * @param sizes empty for those of the field, or the default
 * @param field {@code <model>.<field>}, whose rules the file must satisfy
 * @param by the author of the upload
 * @param returnsDuplicate whether an existing asset with the same bytes is returned instead of a new one
 */
public record Upload(
        String filename,
        Words words,
        Optional<VariantMap> sizes,
        Optional<String> field,
        boolean returnsDuplicate,
        Source source,
        Author by) {
    private static final int NAME_CHARS_MAX = 255;

    /** The way by which the file arrived (reference 9). */
    public enum Source {
        UPLOAD,
        URL,
        CONNECTOR,
        AGENT;

        String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public Upload {
        filename = cleaned(filename);
    }

    /**
     * An upload by a tool, without a field whose rules it must satisfy.
     *
     * @param sizes the name of a preset, or a map in JSON
     */
    public static Upload by(Author by, Source source, Optional<String> alt, List<String> tags, Optional<String> sizes) {
        return new Upload(
                "",
                Words.of(alt.orElse(null), tags),
                sizes.map(VariantMap::parse),
                Optional.empty(),
                false,
                source,
                by);
    }

    /** The same upload under the file name that was found. */
    public Upload called(String name) {
        return new Upload(name, words, sizes, field, returnsDuplicate, source, by);
    }

    /** The last segment of a name, without control characters. */
    private static String cleaned(String given) {
        String name = given.substring(Math.max(given.lastIndexOf('/'), given.lastIndexOf('\\')) + 1)
                .replaceAll("[\\p{Cntrl}\\p{Cf}]", "")
                .strip();
        String cut = name.codePointCount(0, name.length()) <= NAME_CHARS_MAX
                ? name
                : name.substring(0, name.offsetByCodePoints(0, NAME_CHARS_MAX));
        return cut.isEmpty() || cut.equals(".") || cut.equals("..") ? "file" : cut;
    }
}
