package cms.delivery.read;

import cms.platform.failure.Failure;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/**
 * One condition, written {@code field:operator:value}.
 *
 * <p>A list holds what one of its items holds; a missing value holds nothing but {@code ne} and {@code exists:false}.
 */
record Filter(String field, Operator operator, String value) {
    enum Operator {
        EQ,
        NE,
        LT,
        LTE,
        GT,
        GTE,
        /** One of several values, parted by commas. */
        IN,
        /** Part of a text, ignoring case. */
        CONTAINS,
        /** {@code true} or {@code false}. */
        EXISTS
    }

    static Filter parse(String text) {
        String[] parts = text.split(":", 3);
        if (parts.length < 3 || parts[0].isBlank()) {
            throw Failure.invalid("A `filter` is written field:operator:value, for instance category:eq:news.");
        }
        try {
            return of(parts[0], Operator.valueOf(parts[1].toUpperCase(Locale.ROOT)), parts[2]);
        } catch (IllegalArgumentException unknown) {
            throw Failure.invalid("The operators of `filter` are eq, ne, lt, lte, gt, gte, in, contains and exists.")
                    .causedBy(unknown);
        }
    }

    private static Filter of(String field, Operator operator, String value) {
        if (operator == Operator.EXISTS && !value.equals("true") && !value.equals("false")) {
            throw Failure.invalid("A `filter` with exists ends in true or false, for instance cover:exists:true.");
        }
        return new Filter(field, operator, value);
    }

    boolean holds(JsonNode entry) {
        JsonNode found = Rows.member(entry, field);
        boolean present = !found.isMissingNode() && !found.isNull();
        return switch (operator) {
            case EXISTS -> present == value.equals("true");
            case NE -> !any(found, one -> compare(one, value) == 0);
            case EQ -> any(found, one -> compare(one, value) == 0);
            case LT -> any(found, one -> compare(one, value) < 0);
            case LTE -> any(found, one -> compare(one, value) <= 0);
            case GT -> any(found, one -> compare(one, value) > 0);
            case GTE -> any(found, one -> compare(one, value) >= 0);
            case IN -> {
                List<String> values = Arrays.asList(value.split(","));
                yield any(found, one -> values.stream().anyMatch(wanted -> compare(one, wanted) == 0));
            }
            case CONTAINS -> {
                String wanted = value.toLowerCase(Locale.ROOT);
                yield any(
                        found,
                        one -> one.isString()
                                && one.asString().toLowerCase(Locale.ROOT).contains(wanted));
            }
        };
    }

    private static boolean any(JsonNode found, Predicate<JsonNode> test) {
        if (found.isArray()) {
            return StreamSupport.stream(found.spliterator(), false).anyMatch(one -> any(one, test));
        }
        return !found.isMissingNode() && !found.isNull() && test.test(found);
    }

    /** Numbers by value, everything else by its text; a relation to one of several models by its {@code ref}. */
    private static int compare(JsonNode one, String wanted) {
        if (one.isNumber()) {
            try {
                return one.decimalValue().compareTo(new BigDecimal(wanted));
            } catch (NumberFormatException noNumber) {
                return -1;
            }
        }
        JsonNode plain = one.isObject() && one.has("ref") ? one.get("ref") : one;
        return plain.asString("").compareTo(wanted);
    }
}
