package cms.content.check;

import tools.jackson.databind.JsonNode;

/**
 * The rule of one field type for a value that is present; the constraints that any type may have are in
 * {@link FieldCheck}.
 *
 * <p>Every method but {@link #kind()} is called only with values of that kind.
 */
sealed interface TypeRule
        permits ArrayRule,
                BooleanRule,
                ColorRule,
                DateRule,
                DateTimeRule,
                EmailRule,
                IntegerRule,
                MediaRule,
                ObjectRule,
                PercentRule,
                PhoneRule,
                PlainNumber,
                PlainText,
                RelationRule,
                RelationsRule,
                SelectRule,
                SlugRule,
                UrlRule {
    JsonKind kind();

    /** Checks the semantic rule and {@code accept}; not called with the empty string. */
    default void checkMeaning(JsonNode value, ValuePath at) {}

    /** Checks that the value is one of those that the definition lists; called after {@code pattern} is checked. */
    default void checkChoice(JsonNode value, ValuePath at) {}

    /** Checks the members or items of the value; called only when the value itself has no error. */
    default void checkInside(JsonNode value, ValuePath at) {}
}
