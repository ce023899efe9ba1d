package cms.content.check;

import cms.content.pattern.EcmaPattern;
import cms.format.FieldDefinition;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One field definition, ready to check values, in the order of reference 1.2: secrets, required, JSON type,
 * semantic rule, {@code accept}, {@code min}/{@code max}, {@code pattern}, {@code options}; where no error was
 * found up to here, {@code unique} and what the value is made of.
 */
final class FieldCheck {
    private final FieldDefinition field;
    private final @Nullable TypeRule rule;
    private final EcmaPattern.@Nullable Parsed pattern;

    FieldCheck(FieldDefinition field) {
        this.field = field;
        this.rule = field.type().map(type -> TypeRules.of(type, field)).orElse(null);
        this.pattern = field.pattern().map(EcmaPattern::parse).orElse(null);
    }

    String name() {
        return field.name();
    }

    /**
     * {@code value} is null where the member is missing. A required field with a default may be missing: files leave
     * out what is equal to the default (spec 2.7).
     */
    void check(@Nullable JsonNode value, Spot spot) {
        int errorsBefore = spot.examination().errors();
        if (value == null || value.isNull()) {
            if (field.required() && field.defaultValue().isEmpty()) {
                spot.error("The field is required.");
            }
            return;
        }
        if (value.isString()) {
            checkSecrets(value.stringValue(), spot);
        }
        if (field.required() && isEmptyText(value)) {
            spot.error("The field is required.");
            return;
        }
        if (rule == null) {
            return;
        }
        if (!rule.kind().includes(value)) {
            spot.error("The value must be " + rule.kind().words() + ".");
            return;
        }
        checkValue(rule, value, spot);
        if (spot.examination().errors() == errorsBefore) {
            checkUnique(value, spot);
            if (!isEmptyText(value)) {
                rule.checkInside(value, spot);
            }
        }
    }

    private void checkValue(TypeRule present, JsonNode value, Spot spot) {
        if (!isEmptyText(value)) {
            present.checkMeaning(value, spot);
        }
        checkBounds(value, spot);
        if (value.isString()) {
            checkPattern(value.stringValue(), spot);
        }
        present.checkChoice(value, spot);
    }

    static void checkSecrets(String text, Spot spot) {
        SecretScan.find(text)
                .ifPresent(kind -> spot.error("The value holds " + kind + "; secrets do not belong into content."));
    }

    /** Values of numbers, UTF-16 units of strings, counts of lists; both bounds are inclusive. */
    private void checkBounds(JsonNode value, Spot spot) {
        double size;
        String noun;
        if (value.isNumber()) {
            size = PlainNumber.of(value);
            noun = "value";
        } else if (value.isString()) {
            size = value.stringValue().length();
            noun = "number of characters";
        } else if (value.isArray()) {
            size = value.size();
            noun = "number of items";
        } else {
            return;
        }
        field.min().ifPresent(min -> {
            if (size < min) {
                spot.error("The " + noun + " must be at least " + plain(min) + ".");
            }
        });
        field.max().ifPresent(max -> {
            if (size > max) {
                spot.error("The " + noun + " must be at most " + plain(max) + ".");
            }
        });
    }

    private static String plain(double bound) {
        boolean whole = bound == Math.rint(bound) && Math.abs(bound) < 1e15;
        return whole ? Long.toString((long) bound) : Double.toString(bound);
    }

    private void checkPattern(String text, Spot spot) {
        switch (pattern) {
            case null -> {}
            case EcmaPattern.Invalid invalid ->
                spot.warning("The pattern of the field is not a regular expression: " + invalid.reason() + ".");
            case EcmaPattern.Valid valid -> {
                switch (valid.pattern().search(text, spot.examination().budget())) {
                    case FOUND -> {}
                    case NOT_FOUND -> spot.error("The value does not match the pattern of the field.");
                    case UNDECIDED ->
                        spot.error("The value takes too long to be compared with the pattern of the field.");
                }
            }
        }
    }

    private void checkUnique(JsonNode value, Spot spot) {
        boolean inItem = spot.path().indexOf('[') >= 0;
        if (!field.unique() || inItem) {
            return;
        }
        Examination examination = spot.examination();
        Optional<String> other = examination
                .siblings()
                .otherHolder(spot.path(), value, examination.subject().key());
        other.ifPresent(
                id -> spot.error("The value must be unique, but the entry " + Spot.quoted(id) + " has it too."));
    }

    private static boolean isEmptyText(JsonNode value) {
        return value.isString() && value.stringValue().isEmpty();
    }
}
