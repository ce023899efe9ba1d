package cms.platform.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class JsonBytesTest {
    private static final int VALUES = 3_000;
    private static final int DEPTH_MAX = 4;

    @Test
    void everyCharacterIsWrittenAsTheMapperWritesIt() {
        for (int c = 0; c <= Character.MAX_CODE_POINT; c += c < 0x3000 ? 1 : 97) {
            if (c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE) {
                String text = "a" + Character.toString(c) + "b";
                assertThat(new JsonBytes(0).text(text).bytes()).isEqualTo(Json.bytes(text));
            }
        }
    }

    /** Shown to fail: with a tab left as it is, without the comma between items, with room for one sign too few. */
    @Test
    void everyValueIsWrittenAsTheMapperWritesIt() {
        long seed = new Random().nextLong();
        RandomGenerator random = new Random(seed);
        for (int number = 0; number < VALUES; number++) {
            JsonNode value = value(random, 0);
            assertThat(new JsonBytes(random.nextInt(64)).value(value).bytes())
                    .as("seed %d: %s", seed, value)
                    .isEqualTo(Json.bytes(value));
        }
    }

    @Test
    void signsAreWrittenAsTheyAre() {
        byte[] written = new JsonBytes(0)
                .raw("{\"a\":")
                .text("b\n")
                .raw(",\"c\":")
                .value(JsonNodeFactory.instance.numberNode(1.5))
                .raw("}")
                .bytes();
        assertThat(new String(written, StandardCharsets.UTF_8)).isEqualTo("{\"a\":\"b\\n\",\"c\":1.5}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\ud83d", "a\ude00", "\ud83d\ud83d\ude00", "\ude00\ud83d"})
    void halfOfAPairIsWrittenAsTheMapperWritesIt(String text) {
        assertThat(new JsonBytes(0).text(text).bytes()).isEqualTo(Json.bytes(text));
    }

    private static JsonNode value(RandomGenerator random, int depth) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        return switch (random.nextInt(depth < DEPTH_MAX ? 8 : 6)) {
            case 0 -> nodes.numberNode(random.nextInt());
            case 1 -> nodes.numberNode(random.nextDouble());
            case 2 -> nodes.booleanNode(random.nextBoolean());
            case 3 -> nodes.nullNode();
            case 4, 5 -> nodes.stringNode(text(random));
            case 6 -> {
                ObjectNode members = nodes.objectNode();
                for (int i = random.nextInt(5); i > 0; i--) {
                    members.set(text(random), value(random, depth + 1));
                }
                yield members;
            }
            default -> {
                var items = nodes.arrayNode();
                for (int i = random.nextInt(5); i > 0; i--) {
                    items.add(value(random, depth + 1));
                }
                yield items;
            }
        };
    }

    private static String text(RandomGenerator random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(12); i > 0; i--) {
            switch (random.nextInt(4)) {
                case 0 -> text.append((char) random.nextInt(128));
                case 1 -> text.append("\"\\\n\t/<\u007f".charAt(random.nextInt(7)));
                case 2 -> text.appendCodePoint(0x1f600 + random.nextInt(64));
                default -> text.append((char) (0xa0 + random.nextInt(0x2000)));
            }
        }
        return text.toString();
    }
}
