package cms.platform.json;

import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.JsonRecyclerPools;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The one JSON mapper of the service: strict on input, plain on output. */
public final class Json {
    /** Most values of one text from a caller: more than any honest one has, and some 30 MB of heap at most. */
    public static final int SENT_VALUES_MAX = 200_000;

    private static final int DEPTH_MAX = 100;
    private static final int NUMBER_CHARS_MAX = 400;
    private static final int STRING_CHARS_MAX = 40_000_000;
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    /** Pooled buffers of parsers, up to 400 KB each; by itself Jackson keeps as many as were ever in use at once. */
    private static final int RECYCLED_MAX = 4;

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .recyclerPool(JsonRecyclerPools.newBoundedPool(RECYCLED_MAX))
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(DEPTH_MAX)
                            .maxNumberLength(NUMBER_CHARS_MAX)
                            .maxStringLength(STRING_CHARS_MAX)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .build();

    private Json() {}

    /**
     * Parses one JSON text in UTF-8; a leading byte order mark is passed over.
     *
     * @throws Failure INVALID for anything else than exactly one well-formed value, for member names that repeat, and
     *     for values that cannot be written out again: numbers beyond a double, halves of surrogate pairs
     */
    public static JsonNode parse(byte[] utf8) {
        return parse(decoded(utf8));
    }

    private static String decoded(byte[] utf8) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(utf8))
                    .toString();
        } catch (CharacterCodingException malformed) {
            throw Failure.invalid("The JSON text is not UTF-8.").causedBy(malformed);
        }
    }

    /** Like {@link #parse(byte[])}, for decoded text. */
    public static JsonNode parse(String text) {
        return parse(text, MAPPER::readTree);
    }

    /**
     * Like {@link #parse(byte[])}, for a text from a caller, whose values are counted while it is parsed.
     *
     * @throws Failure TOO_LARGE with code {@code body.too_many_values} beyond {@link #SENT_VALUES_MAX}
     */
    public static JsonNode sent(byte[] utf8) {
        return bounded(utf8, SENT_VALUES_MAX);
    }

    /** Like {@link #sent}, with another bound. */
    public static JsonNode bounded(byte[] utf8, int valuesMax) {
        return sent(utf8, ValueBudget.of(valuesMax));
    }

    /** Like {@link #sent(byte[])}, charged to a budget of the caller, which is settled when the text is read. */
    public static JsonNode sent(byte[] utf8, ValueBudget budget) {
        try {
            JsonNode tree = counted(utf8, budget);
            budget.settle();
            return tree;
        } catch (TooManyValues tooMany) {
            throw Failure.of(FailureKind.TOO_LARGE, "The JSON text holds " + tooMany.message() + "; send it in parts.")
                    .withCode("body.too_many_values")
                    .causedBy(tooMany);
        }
    }

    /**
     * Like {@link #parse(byte[])}, counted while it is parsed; the budget then has the heap that the values take.
     *
     * @throws TooManyValues beyond the budget; the reader answers with it
     */
    public static JsonNode counted(byte[] utf8, ValueBudget budget) {
        return parse(decoded(utf8), text -> CountedJson.tree(MAPPER, MAPPER.createParser(text), budget));
    }

    private interface Reading {
        @Nullable
        JsonNode tree(String text);
    }

    private static JsonNode parse(String text, Reading reading) {
        boolean marked = !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK;
        try {
            JsonNode node = reading.tree(marked ? text.substring(1) : text);
            if (node == null || node.isMissingNode()) {
                throw Failure.invalid("The JSON text is empty.");
            }
            Representable.check(node);
            return node;
        } catch (TooManyValues tooMany) {
            throw tooMany;
        } catch (JacksonException malformed) {
            var location = malformed.getLocation();
            String where = location == null
                    ? ""
                    : " at line %d, column %d".formatted(location.getLineNr(), location.getColumnNr());
            throw Failure.invalid(error(malformed) + where + ".").causedBy(malformed);
        }
    }

    private static String error(JacksonException malformed) {
        return switch (JsonError.of(malformed)) {
            case REPEATED_MEMBER -> "A member stands twice in one object of the JSON";
            case TOO_DEEP -> "The JSON is nested more than " + DEPTH_MAX + " levels deep";
            case NUMBER_TOO_LONG -> "A number in the JSON has more than " + NUMBER_CHARS_MAX + " characters";
            case TEXT_TOO_LONG -> "A name or a text in the JSON is too long";
            case TOO_MANY_VALUES -> "The JSON holds too many values";
            case NOT_UTF8, MALFORMED -> "The text is not well-formed JSON";
        };
    }

    /** Serialises records, maps, lists, strings, numbers and nodes without white space. */
    public static byte[] bytes(Object value) {
        return MAPPER.writeValueAsBytes(value);
    }

    /** As {@link #bytes}, written to a stream piece by piece; closes it. */
    public static void write(OutputStream to, Object value) {
        MAPPER.writeValue(to, value);
    }

    public static String text(Object value) {
        return MAPPER.writeValueAsString(value);
    }

    /** Appends a text as a JSON string; one that needs no escapes, as most names, costs hardly anything. */
    public static void quote(StringBuilder to, String text) {
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character < ' ' || character == '"' || character == '\\' || character > '~') {
                to.append(text(text));
                return;
            }
        }
        to.append('"').append(text).append('"');
    }

    /** Binds a node to a record of this service; for stored values only, never for request bodies. */
    public static <T> T read(JsonNode node, Class<T> type) {
        return MAPPER.treeToValue(node, type);
    }

    public static JsonNode tree(Object value) {
        return MAPPER.valueToTree(value);
    }

    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
