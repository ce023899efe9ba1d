package cms.format;

import java.util.Optional;

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

    /** The id of the model whose definition or content it is; empty for what belongs to no model. */
    default Optional<String> findModelId() {
        return switch (this) {
            case Model(String id) -> Optional.of(id);
            case Entries at -> Optional.of(at.model().id());
            case Document at -> Optional.of(at.model().id());
            case Meta at -> Optional.of(at.model().id());
            case DocumentMeta at -> Optional.of(at.model().id());
            case Config _, Vocabulary _, Context _, Elsewhere _ -> Optional.empty();
        };
    }

    /** The locale of translated content; empty for any other file, which belongs to all locales. */
    default Optional<String> findLocale() {
        return switch (this) {
            case Entries at -> translated(at.model(), at.locale());
            case Document at -> translated(at.model(), at.locale());
            case Meta at -> translated(at.model(), at.locale());
            case DocumentMeta at -> translated(at.model(), at.locale());
            case Model _, Config _, Vocabulary _, Context _, Elsewhere _ -> Optional.empty();
        };
    }

    private static Optional<String> translated(ModelDefinition model, String locale) {
        return model.i18n() ? Optional.of(locale) : Optional.empty();
    }
}
