package cms.content.check;

import tools.jackson.databind.JsonNode;

/**
 * What one field type demands of a present value; the keys that any type may carry are in {@link FieldCheck}.
 *
 * <p>Every method but {@link #kind()} is only asked about values of that kind.
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

    /** The semantic rule and {@code accept}; not asked about the empty string. */
    default void checkMeaning(JsonNode value, ValuePath at) {}

    /** Whether the value is one of those that the definition lists; comes after {@code pattern}. */
    default void checkChoice(JsonNode value, ValuePath at) {}

    /** What the value is made of; only asked when nothing was wrong with the value itself. */
    default void checkInside(JsonNode value, ValuePath at) {}
}
