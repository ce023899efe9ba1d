package cms.platform.json;

import cms.platform.compute.Cancellation;
import cms.platform.heap.HeapShare;
import java.util.Map;
import java.util.function.LongConsumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Budget for parsing a text: how many values, and about how many bytes of heap, it may become. A byte of a text can
 * become fifty bytes of heap, so the length of a text bounds nothing. Charged while the text is parsed, by one thread.
 */
public final class ValueBudget {
    /** Heap of an object or a list with its empty table. */
    private static final int CONTAINER_BYTES = 112;

    /** Heap of an entry in an object's table and of its name, unless another object shares it. */
    private static final int MEMBER_BYTES = 96;

    private static final int TEXT_BYTES = 60;
    private static final int SIMPLE_BYTES = 32;

    /** Characters of a short value, with the marks around it. */
    private static final int SHORT_CHARACTERS = 12;

    /** Heap for each byte of YAML, whose worst case is a list within a list in two characters. */
    private static final int YAML_BYTES_PER_BYTE = 64;

    /** Values between two checks whether the caller still waits for the result; a power of two. */
    private static final int LOOK_EVERY = 1 << 12;

    /** Bytes between two charges to the holder. */
    private static final int CHARGE_EVERY_BYTES = 16 * 1024;

    private static final LongConsumer NOBODY = bytes -> {};

    private final Cancellation cancellation = Cancellation.current();
    private final long valuesMax;
    private final long bytesMax;
    private final LongConsumer holder;
    private long values;
    private long bytes;
    private long chargedBytes;
    private long jsonBytesAtMost = -1;

    private ValueBudget(long valuesMax, long bytesMax, LongConsumer holder) {
        this.valuesMax = valuesMax;
        this.bytesMax = bytesMax;
        this.holder = holder;
    }

    /** @param valuesMax texts, numbers, literals, objects and lists together */
    public static ValueBudget of(long valuesMax) {
        return of(valuesMax, NOBODY);
    }

    /**
     * As {@link #of(long)}, with a holder that accounts for the heap.
     *
     * @param holder charged with further bytes while the text is read, and with the rest by {@link #settle}; may throw
     */
    public static ValueBudget of(long valuesMax, LongConsumer holder) {
        return new ValueBudget(valuesMax, HeapShare.TEXT.bytes(), holder);
    }

    /** A budget with bounds of its own. */
    public static ValueBudget of(long valuesMax, long bytesMax) {
        return of(valuesMax, bytesMax, NOBODY);
    }

    /** A budget with bounds of its own and a holder, as of {@link #of(long, LongConsumer)}. */
    public static ValueBudget of(long valuesMax, long bytesMax, LongConsumer holder) {
        return new ValueBudget(valuesMax, bytesMax, holder);
    }

    /** Charges the characters of all texts together. */
    public void text(long length) throws TooManyValues {
        charge(0, length);
    }

    public void object() throws TooManyValues {
        charge(1, CONTAINER_BYTES);
    }

    public void list() throws TooManyValues {
        charge(1, CONTAINER_BYTES);
    }

    /** Charges the name of a member; its value is charged by itself. */
    public void member() throws TooManyValues {
        charge(0, MEMBER_BYTES);
    }

    public void string() throws TooManyValues {
        charge(1, TEXT_BYTES);
    }

    /** Charges a number, a truth value or nothing. */
    public void simple() throws TooManyValues {
        charge(1, SIMPLE_BYTES);
    }

    /** Estimate of the heap that the values parsed so far take. */
    public long bytes() {
        return bytes;
    }

    /** Bytes that a member of an object is charged with, as by {@link #bytesOf}. */
    public static long bytesOfMember(JsonNode value) {
        return MEMBER_BYTES + bytesOf(value);
    }

    /** Bytes that a member takes whose value another object has as well. */
    public static long bytesOfSharedMember() {
        return MEMBER_BYTES;
    }

    /**
     * Bytes that the values of a tree would be charged with if it were parsed from a text, beside the characters of
     * that text.
     */
    public static long bytesOf(JsonNode tree) {
        long bytes = SIMPLE_BYTES;
        if (tree instanceof ObjectNode object) {
            bytes = CONTAINER_BYTES;
            for (Map.Entry<String, JsonNode> member : object.properties()) {
                bytes += bytesOfMember(member.getValue());
            }
        } else if (tree instanceof ArrayNode list) {
            bytes = CONTAINER_BYTES;
            for (JsonNode item : list.values()) {
                bytes += bytesOf(item);
            }
        } else if (tree.isString()) {
            bytes = TEXT_BYTES;
        }
        return bytes;
    }

    /** About how many characters a value has when it is printed. */
    public static long charactersOf(JsonNode tree) {
        long characters = SHORT_CHARACTERS;
        if (tree instanceof ObjectNode object) {
            for (Map.Entry<String, JsonNode> member : object.properties()) {
                characters += member.getKey().length() + charactersOf(member.getValue());
            }
        } else if (tree instanceof ArrayNode list) {
            for (JsonNode item : list.values()) {
                characters += charactersOf(item);
            }
        } else if (tree.isString() || tree.isBigInteger() || tree.isBigDecimal()) {
            characters += tree.asString().length();
        }
        return characters;
    }

    /**
     * Upper bound of the bytes that this budget would be charged with for its JSON text, computed from the punctuation
     * at the first call; never more than one text may take.
     */
    public long jsonBytesAtMost(byte[] utf8) {
        if (jsonBytesAtMost < 0) {
            jsonBytesAtMost = bytesOfJsonAtMost(utf8);
        }
        return jsonBytesAtMost;
    }

    private static long bytesOfJsonAtMost(byte[] utf8) {
        long containers = 0;
        long members = 0;
        long values = 1;
        for (byte each : utf8) {
            switch (each) {
                case '{', '[' -> containers++;
                case ':' -> members++;
                case ',' -> values++;
                default -> {}
            }
        }
        long bytes = utf8.length
                + (CONTAINER_BYTES + TEXT_BYTES) * containers
                + MEMBER_BYTES * members
                + TEXT_BYTES * values;
        return Math.min(bytes, HeapShare.TEXT.bytes());
    }

    /** Upper bound of the bytes that a YAML text of this length would be charged with. */
    public static long bytesOfYamlAtMost(long length) {
        return Math.min(YAML_BYTES_PER_BYTE * length, HeapShare.TEXT.bytes());
    }

    /** Charges the holder with the bytes that it was not charged with yet. */
    public void settle() {
        long rest = bytes - chargedBytes;
        chargedBytes = bytes;
        holder.accept(rest);
    }

    private void charge(int more, long moreBytes) {
        values += more;
        bytes += moreBytes;
        if (values % LOOK_EVERY == 0) {
            cancellation.check();
        }
        if (values > valuesMax) {
            throw new TooManyValues("more than %,d values".formatted(valuesMax));
        }
        if (bytes > bytesMax) {
            throw new TooManyValues(
                    "more values than %,d MB of memory can hold".formatted(Math.max(1, bytesMax >> 20)));
        }
        if (bytes - chargedBytes >= CHARGE_EVERY_BYTES) {
            settle();
        }
    }
}
