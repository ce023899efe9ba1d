package cms.format.text;

import cms.platform.heap.HeapShare;
import cms.platform.json.CountedJson;
import cms.platform.json.JsonError;
import cms.platform.json.TooManyValues;
import cms.platform.json.ValueBudget;
import java.util.concurrent.locks.ReentrantLock;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.JsonRecyclerPools;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads JSON from any source: strict about the grammar, bounded, and with the line of an error. */
public final class JsonReader {
    /** Levels of objects and arrays. */
    public static final int DEPTH_MAX = 100;

    public static final String TWICE = "A member stands twice in one object.";

    /** Bytes of one text. */
    public static final int BYTES_MAX = 64 * 1024 * 1024;

    /** A text of this length is large on any machine. */
    public static final int LARGE_BYTES = 4 * 1024 * 1024;

    /** Share of the heap that the values of texts which are parsed at the same time may take. */
    private static final int BESIDE_PARTS = 16;

    /** Texts whose values may take more are parsed one at a time in the process, so that their sizes do not add up. */
    private static final long BESIDE_BYTES_MAX =
            HeapShare.heapBytes() / BESIDE_PARTS / Runtime.getRuntime().availableProcessors();

    /** The size of the values of shorter texts is not estimated. */
    private static final int SHORT_BYTES = 64 * 1024;

    private static final ReentrantLock ONE_LARGE = new ReentrantLock(true);

    private static final byte SURROGATE_LEAD = (byte) 0xed;
    private static final int NUMBER_CHARS_MAX = 400;
    private static final int NAME_CHARS_MAX = 50_000;

    /** Parsers' buffers that are kept, up to 400 KB each; by itself Jackson keeps as many as ever parsed at once. */
    private static final int RECYCLED_MAX = 4;

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .recyclerPool(JsonRecyclerPools.newBoundedPool(RECYCLED_MAX))
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(DEPTH_MAX)
                            .maxNumberLength(NUMBER_CHARS_MAX)
                            .maxNameLength(NAME_CHARS_MAX)
                            .maxStringLength(BYTES_MAX)
                            .build())
                    .build())
            .nodeFactory(new LeanNodes())
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .build();

    private JsonReader() {}

    /** Exactly one JSON value in UTF-8, with or without a byte order mark, charged to a budget while it is read. */
    public static JsonNode read(byte[] utf8, ValueBudget budget) throws MalformedText {
        if (utf8.length > BYTES_MAX) {
            throw new MalformedText(0, "The file is larger than " + BYTES_MAX + " bytes.");
        }
        if (utf8.length < SHORT_BYTES
                || (utf8.length < LARGE_BYTES && budget.jsonBytesAtMost(utf8) < BESIDE_BYTES_MAX)) {
            return parsed(utf8, budget);
        }
        ONE_LARGE.lock();
        try {
            return parsed(utf8, budget);
        } finally {
            ONE_LARGE.unlock();
        }
    }

    private static JsonNode parsed(byte[] utf8, ValueBudget budget) throws MalformedText {
        try {
            budget.text(utf8.length);
            JsonNode value = CountedJson.tree(MAPPER, MAPPER.createParser(utf8), budget);
            if (value == null || value.isMissingNode()) {
                throw new MalformedText(1, "The file is empty.");
            }
            Writable.check(value, mayHoldHalves(utf8));
            return value;
        } catch (TooManyValues tooMany) {
            throw tooMany(tooMany);
        } catch (JacksonException malformed) {
            TokenStreamLocation location = malformed.getLocation();
            int line = location == null ? 0 : Math.max(0, location.getLineNr());
            throw new MalformedText(line, message(malformed));
        }
    }

    static MalformedText tooMany(TooManyValues tooMany) {
        return new MalformedText(0, "The file holds " + tooMany.message() + ".");
    }

    /** Half a surrogate pair comes from an escape, or from three bytes that begin with this one. */
    private static boolean mayHoldHalves(byte[] utf8) {
        for (int at = 0; at < utf8.length; at++) {
            if (utf8[at] == SURROGATE_LEAD || (utf8[at] == '\\' && at + 1 < utf8.length && utf8[at + 1] == 'u')) {
                return true;
            }
        }
        return false;
    }

    private static String message(JacksonException malformed) {
        return switch (JsonError.of(malformed)) {
            case REPEATED_MEMBER -> TWICE;
            case TOO_DEEP -> "Objects and lists are nested more than " + DEPTH_MAX + " levels deep.";
            case NUMBER_TOO_LONG -> "A number has more than " + NUMBER_CHARS_MAX + " characters.";
            case TEXT_TOO_LONG -> "A name has more than " + NAME_CHARS_MAX + " characters.";
            case TOO_MANY_VALUES -> "The file holds too many values.";
            case NOT_UTF8 -> "The file is not UTF-8.";
            case MALFORMED -> "The file is not well-formed JSON.";
        };
    }
}
