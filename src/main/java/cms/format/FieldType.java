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
    STRING(Stored.TEXT),
    TEXT(Stored.TEXT),
    CODE(Stored.TEXT),
    ICON(Stored.TEXT),
    MARKDOWN(Stored.TEXT),
    RICHTEXT(Stored.TEXT),
    EMAIL(Stored.TEXT),
    URL(Stored.TEXT),
    SLUG(Stored.TEXT),
    COLOR(Stored.TEXT),
    PHONE(Stored.TEXT),
    NUMBER(Stored.NUMBER),
    DECIMAL(Stored.NUMBER),
    INTEGER(Stored.INTEGER),
    PERCENT(Stored.NUMBER),
    RATING(Stored.NUMBER),
    BOOLEAN(Stored.BOOLEAN),
    DATE(Stored.TEXT),
    DATETIME(Stored.TEXT),
    IMAGE(Stored.TEXT),
    VIDEO(Stored.TEXT),
    FILE(Stored.TEXT),
    RELATION(Stored.REFERENCE),
    RELATIONS(Stored.REFERENCES),
    SELECT(Stored.CHOICE),
    ARRAY(Stored.LIST),
    OBJECT(Stored.GROUP);

    private static final Map<String, FieldType> BY_WIRE_NAME =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(FieldType::wireName, Function.identity()));

    /** The JSON type of a value in the files. */
    public enum Stored {
        TEXT,
        CHOICE,
        NUMBER,
        INTEGER,
        BOOLEAN,
        REFERENCE,
        REFERENCES,
        LIST,
        GROUP
    }

    private final String wireName = name().toLowerCase(Locale.ROOT);
    private final Stored stored;

    FieldType(Stored stored) {
        this.stored = stored;
    }

    public Stored stored() {
        return stored;
    }

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
