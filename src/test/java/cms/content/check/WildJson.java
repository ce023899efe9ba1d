package cms.content.check;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Random entries, and random field definitions that are nearly right; the same seed gives the same values. */
final class WildJson {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final List<String> NAMES = List.of("a", "b", "c", "model", "ref", "type", "", "x.y", "body", "slug");
    private static final List<String> TYPES = List.of(
            "string",
            "text",
            "email",
            "url",
            "slug",
            "color",
            "phone",
            "number",
            "integer",
            "percent",
            "boolean",
            "date",
            "datetime",
            "image",
            "file",
            "relation",
            "relations",
            "select",
            "array",
            "object",
            "nothing",
            "");
    private static final List<String> KEYS = List.of(
            "required", "unique", "default", "min", "max", "pattern", "options", "model", "accept", "order", "label");
    private static final List<String> WORDS = List.of(
            "",
            "a",
            "a b",
            "a@b.c",
            "2026-02-30",
            "2026-02-28",
            "2026-02-28T10:00Z",
            "#fff",
            "\ud800",
            "\u0000",
            "^a+$",
            "(a+)+$",
            "(?<=(a))\\1",
            "[",
            "media/a.jpg",
            ".",
            "..",
            "/",
            "?",
            "a.b",
            "[0]",
            "\u2028",
            "sk_live_",
            "ghp_0123456789",
            "x".repeat(300),
            "things",
            "NaN",
            "1e999",
            "image/*,.jpg");

    private final Random random;

    WildJson(long seed) {
        random = new Random(seed);
    }

    ObjectNode object(int depth) {
        ObjectNode object = NODES.objectNode();
        for (int i = random.nextInt(6); i > 0; i--) {
            object.set(one(NAMES), value(depth));
        }
        return object;
    }

    ObjectNode fields(int depth) {
        ObjectNode fields = NODES.objectNode();
        for (int i = random.nextInt(6); i > 0; i--) {
            fields.set(one(NAMES), random.nextInt(9) == 0 ? value(1) : definition(depth));
        }
        return fields;
    }

    private ObjectNode definition(int depth) {
        ObjectNode field = NODES.objectNode().put("type", one(TYPES));
        for (int i = random.nextInt(4); i > 0; i--) {
            field.set(one(KEYS), random.nextBoolean() ? NODES.booleanNode(true) : plainValue(1));
        }
        if (depth > 0) {
            field.set("items", random.nextBoolean() ? NODES.stringNode(one(TYPES)) : definition(depth - 1));
            field.set("fields", fields(depth - 1));
        }
        return field;
    }

    private JsonNode value(int depth) {
        return switch (random.nextInt(20)) {
            case 0 -> NODES.numberNode(new BigDecimal(one(List.of("1E+999999999", "9e400", "-1e-999"))));
            case 1 -> NODES.numberNode(one(List.of(Double.NaN, Double.POSITIVE_INFINITY, -0.0, 1e300)));
            default -> plainValue(depth);
        };
    }

    /** What a JSON parser may give. */
    private JsonNode plainValue(int depth) {
        return switch (random.nextInt(depth > 0 ? 9 : 6)) {
            case 0 -> NODES.numberNode(random.nextInt(200) - 50);
            case 1 -> NODES.numberNode(random.nextGaussian() * 100);
            case 2 -> NODES.numberNode(BigInteger.TEN.pow(random.nextInt(400)));
            case 3 -> NODES.booleanNode(random.nextBoolean());
            case 4 -> NODES.nullNode();
            case 5 -> NODES.stringNode(one(WORDS));
            case 6, 7 -> object(depth - 1);
            default -> list(depth - 1);
        };
    }

    private ArrayNode list(int depth) {
        ArrayNode list = NODES.arrayNode();
        for (int i = random.nextInt(4); i > 0; i--) {
            list.add(value(depth));
        }
        return list;
    }

    private <T> T one(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
