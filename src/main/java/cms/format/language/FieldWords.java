package cms.format.language;

import cms.format.FieldType;
import cms.platform.json.Json;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/**
 * The description of one field type, for people and for editors (docs/content-models.md; reference 1.1).
 *
 * @param value the JSON type of its values
 * @param purpose the use of the type, and its difference from similar ones
 * @param example a value in JSON
 * @param check the check beyond the JSON type and the keys; a dash for none
 */
public record FieldWords(Value value, String purpose, String example, String check) {
    /** Type, JSON type, purpose, example, check. */
    private static final String TABLE = """
        string | string | one line of text | "Harbour at dawn" | –
        text | string | several lines of plain text | "First line\\nSecond line" | –
        code | string | source code | "let x = 1;" | –
        icon | string | the name of an icon of your icon set | "arrow-right" | –
        markdown | string | Markdown inside an entry | "Some *emphasis*" | –
        richtext | string | HTML from an editor | "<p>Hello</p>" | –
        email | string | an e-mail address | "ada@example.org" | one @, no blanks, a dot in the domain (warning)
        url | string | a web address or a path | "https://example.org/" | begins with http://, https:// or / (warning)
        slug | string | a part of an address | "harbour-at-dawn" | small letters and digits in groups joined by hyphens (error)
        color | string | a colour | "#1a2b3c" | hexadecimal, rgb(), rgba(), hsl(), hsla() or a word (warning)
        phone | string | a telephone number | "+44 20 7946 0000" | an optional +, digits, blanks, ( ) . -, at least 4 digits (warning)
        number | number | any number | 3.5 | –
        decimal | number | a number with decimals, such as a price | 19.99 | –
        integer | number | a whole number | 7 | has no fraction (error)
        percent | number | a share of a hundred | 62.5 | from 0 to 100 (error)
        rating | number | a mark; give it min and max | 4 | –
        boolean | boolean | true or false | true | –
        date | string | a day | "2026-02-28" | a day of the calendar, YYYY-MM-DD (error)
        datetime | string | a moment | "2026-02-28T12:30:00Z" | ISO 8601 with T; the zone may be left out (error)
        image | string | a picture: an address, or a path of the media | "media/harbour.jpg" | `accept`, by its ending (warning)
        video | string | a film: an address, or a path of the media | "media/tour.mp4" | `accept`, by its ending (warning)
        file | string | any file: an address, or a path of the media | "media/menu.pdf" | `accept`, by its ending (warning)
        relation | reference | one entry of another model | "1f3a5b7c9d2e" | the form (error), the target (health)
        relations | array | several entries of another model | ["1f3a5b7c9d2e"] | the form of each (error), the targets (health)
        select | string | one of `options` | "blue" | is one of `options` (error)
        array | array | a list of values that `items` describes | ["sea", "boats"] | each item as its own type
        object | object | a group of `fields` | {"width": 3} | each member as its own type
        """;

    private static final Map<FieldType, FieldWords> BY_TYPE = read();

    /** The JSON type of the values of a field. */
    public enum Value {
        STRING,
        NUMBER,
        BOOLEAN,
        ARRAY,
        OBJECT,
        /** A string, or {@code { model, ref }} where the relation has several targets. */
        REFERENCE;

        /** The word in the table of the documents. */
        public String word() {
            return this == REFERENCE ? "string, or object with several targets" : name().toLowerCase(Locale.ROOT);
        }
    }

    public static FieldWords of(FieldType type) {
        return Objects.requireNonNull(BY_TYPE.get(type), type.wireName());
    }

    /** The example as a value. */
    public JsonNode exampleValue() {
        return Json.parse(example);
    }

    private static Map<FieldType, FieldWords> read() {
        Map<FieldType, FieldWords> words = new EnumMap<>(FieldType.class);
        TABLE.lines().map(line -> Arrays.asList(line.split(" \\| "))).forEach(cells -> {
            Value value = Value.valueOf(cells.get(1).toUpperCase(Locale.ROOT));
            words.put(
                    FieldType.of(cells.getFirst()).orElseThrow(),
                    new FieldWords(value, cells.get(2), cells.get(3), cells.get(4)));
        });
        return words;
    }
}
