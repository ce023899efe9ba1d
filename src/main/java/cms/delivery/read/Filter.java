package cms.delivery.read;

import cms.platform.failure.Failure;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One condition, written {@code field:operator:value}.
 *
 * <p>A condition holds for a list when it holds for one of its items, {@code ne} when no item is equal. For a missing
 * value only {@code ne} and {@code exists:false} hold, and only {@code ne} for a number that is compared with a text.
 *
 * @param wanted the values of the condition: several for {@code in}, else one
 * @param texts the keys of the texts of {@code wanted} in {@link TextOrder}, as a set for quick lookups
 * @param numbers those of {@code wanted} that are numbers, in their shortest form
 */
record Filter(String field, Operator operator, List<FilterValue> wanted, Set<String> texts, Set<BigDecimal> numbers) {
    /** Most values of one {@code in}. */
    private static final int VALUES_MAX = 100;

    enum Operator {
        EQ,
        NE,
        LT,
        LTE,
        GT,
        GTE,
        /** One of several values, separated by commas. */
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
        String meant = operator == Operator.CONTAINS ? value.toLowerCase(Locale.ROOT) : value;
        String[] each = operator == Operator.IN ? meant.split(",") : new String[] {meant};
        if (each.length > VALUES_MAX) {
            throw Failure.invalid("A `filter` with in takes at most " + VALUES_MAX + " values.");
        }
        List<FilterValue> wanted = Arrays.stream(each).map(FilterValue::of).toList();
        return new Filter(
                field,
                operator,
                wanted,
                wanted.stream().map(one -> TextOrder.key(one.text())).collect(Collectors.toUnmodifiableSet()),
                wanted.stream()
                        .flatMap(one -> Stream.ofNullable(one.number()))
                        .collect(Collectors.toUnmodifiableSet()));
    }

    /** @param number the text as a number without zeros at its end; null when it is none, or none that can be held */
    record FilterValue(String text, @Nullable BigDecimal number) {
        static FilterValue of(String text) {
            try {
                return new FilterValue(text, new BigDecimal(text).stripTrailingZeros());
            } catch (NumberFormatException | ArithmeticException noNumber) {
                return new FilterValue(text, null);
            }
        }
    }

    boolean holds(JsonNode entry) {
        JsonNode found = DeliveredEntries.member(entry, field);
        boolean present = !found.isMissingNode() && !found.isNull();
        return switch (operator) {
            case EXISTS -> present == first().text().equals("true");
            case NE -> !any(found, one -> is(one, first(), difference -> difference == 0));
            case EQ, IN -> any(found, this::isWanted);
            case LT -> any(found, one -> is(one, first(), difference -> difference < 0));
            case LTE -> any(found, one -> is(one, first(), difference -> difference <= 0));
            case GT -> any(found, one -> is(one, first(), difference -> difference > 0));
            case GTE -> any(found, one -> is(one, first(), difference -> difference >= 0));
            case CONTAINS ->
                any(
                        found,
                        one -> one.isString()
                                && one.asString().toLowerCase(Locale.ROOT).contains(first().text()));
        };
    }

    private boolean isWanted(JsonNode one) {
        return one.isNumber()
                ? numbers.contains(one.decimalValue().stripTrailingZeros())
                : texts.contains(TextOrder.key(plain(one).asString("")));
    }

    private static JsonNode plain(JsonNode one) {
        return one.isObject() && one.has("ref") ? one.get("ref") : one;
    }

    private FilterValue first() {
        return wanted.getFirst();
    }

    private static boolean any(JsonNode found, Predicate<JsonNode> test) {
        if (found.isArray()) {
            return StreamSupport.stream(found.spliterator(), false).anyMatch(one -> any(one, test));
        }
        return !found.isMissingNode() && !found.isNull() && test.test(found);
    }

    /**
     * Numbers by value, moments by their time, everything else by its text; a relation to one of several models by its
     * {@code ref}.
     */
    private static boolean is(JsonNode one, FilterValue wanted, IntPredicate difference) {
        if (one.isNumber()) {
            return wanted.number() != null && difference.test(one.decimalValue().compareTo(wanted.number()));
        }
        return difference.test(TextOrder.compare(plain(one).asString(""), wanted.text()));
    }
}
