package cms.content.check;

import cms.content.pattern.EcmaPattern;
import cms.format.FieldDefinition;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One field definition, ready to check values, in the order of reference 1.2: secrets, required, JSON type, semantic
 * rule, {@code accept}, {@code min}/{@code max}, {@code pattern}, {@code options}; where no error was found up to here,
 * {@code unique} and the members or items of the value.
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
     * out values that are equal to the default (spec 2.7).
     */
    void check(@Nullable JsonNode value, ValuePath at) {
        int errorsBefore = at.run().errors();
        if (value == null || value.isNull()) {
            if (field.required() && field.defaultValue().isEmpty()) {
                at.error("The field is required.");
            }
            return;
        }
        if (value.isString()) {
            checkSecrets(value.stringValue(), at);
        }
        if (field.required() && isEmptyText(value)) {
            at.error("The field is required.");
            return;
        }
        if (rule == null) {
            return;
        }
        if (!rule.kind().includes(value)) {
            at.error("The value must be " + rule.kind().words() + ".");
            return;
        }
        checkValue(rule, value, at);
        if (at.run().errors() == errorsBefore) {
            checkUnique(value, at);
            if (!isEmptyText(value)) {
                rule.checkInside(value, at);
            }
        }
    }

    private void checkValue(TypeRule present, JsonNode value, ValuePath at) {
        if (!isEmptyText(value)) {
            present.checkMeaning(value, at);
        }
        checkBounds(value, at);
        if (value.isString()) {
            checkPattern(value.stringValue(), at);
        }
        present.checkChoice(value, at);
    }

    static void checkSecrets(String text, ValuePath at) {
        SecretScan.find(text)
                .ifPresent(kind -> at.error("The value holds " + kind + "; secrets do not belong into content."));
    }

    /** Values of numbers, UTF-16 units of strings, counts of lists; both bounds are inclusive. */
    private void checkBounds(JsonNode value, ValuePath at) {
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
                at.error("The " + noun + " must be at least " + plain(min) + ".");
            }
        });
        field.max().ifPresent(max -> {
            if (size > max) {
                at.error("The " + noun + " must be at most " + plain(max) + ".");
            }
        });
    }

    private static String plain(double bound) {
        boolean whole = bound == Math.rint(bound) && Math.abs(bound) < 1e15;
        return whole ? Long.toString((long) bound) : Double.toString(bound);
    }

    private void checkPattern(String text, ValuePath at) {
        switch (pattern) {
            case null -> {}
            case EcmaPattern.Invalid invalid ->
                at.warning("The pattern of the field is not a regular expression: " + invalid.reason() + ".");
            case EcmaPattern.Valid valid -> {
                switch (valid.pattern().search(text, at.run().budget())) {
                    case FOUND -> {}
                    case NOT_FOUND -> at.error("The value does not match the pattern of the field.");
                    case UNDECIDED ->
                        at.error("The value takes too long to be compared with the pattern of the field.");
                }
            }
        }
    }

    private void checkUnique(JsonNode value, ValuePath at) {
        boolean inItem = at.path().indexOf('[') >= 0;
        if (!field.unique() || inItem) {
            return;
        }
        ValidationRun run = at.run();
        Optional<String> other =
                run.siblings().otherHolder(at.path(), value, run.subject().key());
        other.ifPresent(
                id -> at.error("The value must be unique, but the entry " + ValuePath.quoted(id) + " has it too."));
    }

    private static boolean isEmptyText(JsonNode value) {
        return value.isString() && value.stringValue().isEmpty();
    }
}
