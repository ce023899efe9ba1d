package cms.forms.clean;

import cms.format.FieldDefinition;
import cms.format.FieldType;
import cms.platform.json.Json;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/** Converts the texts of an HTML form to the value of a field; one that does not fit stays a text. */
public final class FieldTexts {
    private static final Set<String> YES = Set.of("on", "true", "1", "yes");
    private static final Set<String> NO = Set.of("off", "false", "0", "no");
    private static final int NUMBER_CHARS_MAX = 40;

    private FieldTexts() {}

    /** The value of a field; empty for one that was left empty. */
    public static Optional<JsonNode> value(FieldDefinition field, List<String> texts) {
        List<String> filled = texts.stream().filter(text -> !text.isEmpty()).toList();
        if (filled.isEmpty()) {
            return Optional.empty();
        }
        FieldType type = field.type().orElse(FieldType.STRING);
        return Optional.of(
                switch (type) {
                    case ARRAY, RELATIONS -> list(field, filled);
                    case BOOLEAN -> flag(filled.getFirst());
                    case NUMBER, DECIMAL, INTEGER, PERCENT, RATING -> number(filled.getFirst());
                    case STRING,
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
                            DATE,
                            DATETIME,
                            SELECT -> Json.tree(filled.getFirst());
                    case IMAGE, VIDEO, FILE, RELATION, OBJECT -> Json.tree(filled.getFirst());
                });
    }

    private static ArrayNode list(FieldDefinition field, List<String> texts) {
        ArrayNode list = Json.object().putArray("list");
        texts.forEach(text -> list.add(
                field.items().flatMap(item -> value(item, List.of(text))).orElseGet(() -> Json.tree(text))));
        return list;
    }

    private static JsonNode flag(String text) {
        String word = text.toLowerCase(Locale.ROOT);
        if (YES.contains(word)) {
            return Json.tree(true);
        }
        return NO.contains(word) ? Json.tree(false) : Json.tree(text);
    }

    private static JsonNode number(String text) {
        String digits = text.strip();
        if (digits.length() > NUMBER_CHARS_MAX || !digits.matches("[+-]?[0-9]+(?:\\.[0-9]+)?")) {
            return Json.tree(text);
        }
        BigDecimal number = new BigDecimal(digits);
        boolean whole = number.scale() <= 0 && number.precision() <= 18;
        return whole ? Json.tree(number.longValueExact()) : Json.tree(number.doubleValue());
    }
}
