package cms.format.language;

import static cms.format.FieldType.ARRAY;
import static cms.format.FieldType.DECIMAL;
import static cms.format.FieldType.FILE;
import static cms.format.FieldType.IMAGE;
import static cms.format.FieldType.INTEGER;
import static cms.format.FieldType.NUMBER;
import static cms.format.FieldType.OBJECT;
import static cms.format.FieldType.PERCENT;
import static cms.format.FieldType.RATING;
import static cms.format.FieldType.RELATION;
import static cms.format.FieldType.RELATIONS;
import static cms.format.FieldType.SELECT;
import static cms.format.FieldType.VIDEO;

import cms.format.FieldType;
import cms.platform.json.Json;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/** The 17 keys of a field definition (docs/content-models.md; reference 1.2). */
public enum FieldKey {
    TYPE("type", "{}", "One of the 27 types; the only key that every field needs.", type -> true),
    REQUIRED(
            "required",
            "{\"type\": \"boolean\"}",
            "A missing value, null and \"\" are errors; [], {}, 0 and false count as values.",
            type -> true),
    UNIQUE(
            "unique",
            "{\"type\": \"boolean\"}",
            "No other entry of the model in the same locale has the value; for collections and documents.",
            type -> true),
    DEFAULT(
            "default",
            "{}",
            "The value that files leave out; it is never filled in when content is read.",
            type -> true),
    MIN(
            "min",
            "{\"type\": \"number\"}",
            "The least value, number of characters (UTF-16) or number of items, itself included.",
            Groups.SIZED),
    MAX("max", "{\"type\": \"number\"}", "The greatest one, in the same unit, itself included.", Groups.SIZED),
    PATTERN(
            "pattern",
            "{\"type\": \"string\", \"format\": \"regex\"}",
            "An ECMAScript regular expression that is found somewhere in the text; anchor it with ^ and $.",
            Groups.TEXT),
    OPTIONS(
            "options",
            "{\"type\": \"array\", \"items\": {\"type\": \"string\"}, \"minItems\": 1}",
            "The values to choose from; needed.",
            SELECT::equals),
    MODEL(
            "model",
            "{\"oneOf\": [{\"type\": \"string\"}, {\"type\": \"array\", \"items\": {\"type\": \"string\"},"
                    + " \"minItems\": 1}]}",
            "The id of the model that the relation points into, or a list of ids; needed.",
            Groups.RELATIONAL),
    ITEMS(
            "items",
            "{\"$ref\": \"#/$defs/field\"}",
            "What every item is: the name of a type, or a whole field definition.",
            ARRAY::equals),
    FIELDS(
            "fields",
            "{\"$ref\": \"#/$defs/fields\"}",
            "The members of the object, at most two levels of objects deep.",
            OBJECT::equals),
    ACCEPT(
            "accept",
            "{\"type\": \"string\"}",
            "What files are taken, with commas: image/jpeg, image/*, .pdf; a warning for others.",
            Groups.MEDIA),
    MAX_SIZE("maxSize", "{\"type\": \"number\"}", "The most bytes that an upload may have.", Groups.MEDIA),
    DESCRIPTION(
            "description",
            "{\"type\": \"string\"}",
            "What the field is for, for the people who fill it in.",
            type -> true),
    LABEL(
            "label",
            "{\"oneOf\": [{\"type\": \"string\"}, {\"type\": \"object\", \"additionalProperties\":"
                    + " {\"type\": \"string\"}}]}",
            "The name that people see: a text, or texts by locale.",
            type -> true),
    ORDER(
            "order",
            "{\"type\": \"number\"}",
            "The position among the fields; those without one come last, by name.",
            type -> true),
    VARIANTS(
            "variants",
            "{}",
            "The sizes that are made of an uploaded image: the name of a preset, or sizes by name.",
            IMAGE::equals);

    private final String wireName;
    private final JsonNode schema;
    private final String meaning;
    private final Predicate<FieldType> applies;

    FieldKey(String wireName, String schema, String meaning, Predicate<FieldType> applies) {
        this.wireName = wireName;
        this.schema = Json.parse(schema);
        this.meaning = meaning;
        this.applies = applies;
    }

    /** The member of the definition. */
    public String wireName() {
        return wireName;
    }

    /** One or two sentences for people. */
    public String meaning() {
        return meaning;
    }

    /** Whether the key has a meaning for a field of that type; elsewhere it is kept and ignored. */
    public boolean appliesTo(FieldType type) {
        return applies.test(type);
    }

    /** The JSON Schema of its value. */
    JsonNode schema() {
        return schema.deepCopy();
    }

    /** All wire names, in the order of the documents. */
    public static List<String> wireNames() {
        return Arrays.stream(values()).map(FieldKey::wireName).toList();
    }

    /** Types that share a key; apart, because constants of an enum cannot name its own fields. */
    private static final class Groups {
        private static final Set<FieldType> NUMBERS = EnumSet.of(NUMBER, DECIMAL, INTEGER, PERCENT, RATING);
        private static final Set<FieldType> LISTS = EnumSet.of(ARRAY, RELATIONS);
        static final Predicate<FieldType> MEDIA = EnumSet.of(IMAGE, VIDEO, FILE)::contains;
        static final Predicate<FieldType> RELATIONAL = EnumSet.of(RELATION, RELATIONS)::contains;
        static final Predicate<FieldType> TEXT = type -> FieldWords.of(type).value() == FieldWords.Value.STRING;
        static final Predicate<FieldType> SIZED =
                type -> NUMBERS.contains(type) || LISTS.contains(type) || TEXT.test(type);

        private Groups() {}
    }
}
