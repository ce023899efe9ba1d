package cms.format;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The 27 field types (reference 1.1); a type's wire name is its name in small letters. */
public enum FieldType {
    STRING,
    TEXT,
    CODE,
    ICON,
    MARKDOWN,
    RICHTEXT,
    EMAIL,
    URL,
    SLUG,
    COLOR,
    PHONE,
    NUMBER,
    DECIMAL,
    INTEGER,
    PERCENT,
    RATING,
    BOOLEAN,
    DATE,
    DATETIME,
    IMAGE,
    VIDEO,
    FILE,
    RELATION,
    RELATIONS,
    SELECT,
    ARRAY,
    OBJECT;

    private static final Map<String, FieldType> BY_WIRE_NAME =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(FieldType::wireName, Function.identity()));

    private final String wireName = name().toLowerCase(Locale.ROOT);

    /** The word in {@code type} of a field definition. */
    public String wireName() {
        return wireName;
    }

    /** All words, in the order of the documents. */
    public static List<String> wireNames() {
        return Arrays.stream(values()).map(FieldType::wireName).toList();
    }

    public static Optional<FieldType> of(String wireName) {
        return Optional.ofNullable(BY_WIRE_NAME.get(wireName));
    }
}
