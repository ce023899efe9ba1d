package cms.format;

/**
 * The meaning of a path of the repository to content.
 *
 * <p>{@code locale} is a locale, or {@link ContentPaths#DATA} for a model without translation.
 */
public sealed interface ContentPath {
    record Config() implements ContentPath {}

    record Vocabulary() implements ContentPath {}

    record Context() implements ContentPath {}

    /** The definition of a model, known or new. */
    record Model(String modelId) implements ContentPath {}

    /** The entries of a collection, or the members of a singleton or dictionary. */
    record Entries(ModelDefinition model, String locale) implements ContentPath {}

    record Document(ModelDefinition model, String slug, String locale) implements ContentPath {}

    /** Meta of everything in one {@link Entries} file. */
    record Meta(ModelDefinition model, String locale) implements ContentPath {}

    record DocumentMeta(ModelDefinition model, String slug, String locale) implements ContentPath {}

    /** Any other file: code, generated files, leftovers of removed models. */
    record Elsewhere() implements ContentPath {}
}
