package cms.format.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.function.BiConsumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Prints a tree the way {@code JSON.stringify(value, null, 2)} prints it, with keys sorted by UTF-16 code unit and
 * without members that are null; written for speed, because a save prints whole files.
 */
public final class JsonWriter {
    private static final int FIRST_CAPACITY = 4_096;
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final VarHandle EIGHT_BYTES =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final Comparator<Map.Entry<String, JsonNode>> BY_CODE_UNIT = Map.Entry.comparingByKey();

    private byte[] out = new byte[FIRST_CAPACITY];
    private int length;

    private JsonWriter() {}

    /** UTF-8 with one line break at the end. */
    public static byte[] canonical(JsonNode value) {
        JsonWriter writer = written(value);
        return Arrays.copyOf(writer.out, writer.length);
    }

    /**
     * A function that adds the same bytes of one value after the other to a digest, with one buffer; not thread-safe.
     */
    public static BiConsumer<JsonNode, MessageDigest> digester() {
        JsonWriter writer = new JsonWriter();
        return (value, digest) -> {
            writer.length = 0;
            writer.file(value);
            digest.update(writer.out, 0, writer.length);
        };
    }

    /** One member of a file's root object, without its indentation and the comma or line break behind it. */
    public static byte[] member(String name, JsonNode value) {
        JsonWriter writer = new JsonWriter();
        writer.string(name);
        writer.raw(':');
        writer.raw(' ');
        writer.value(value, 1);
        return Arrays.copyOf(writer.out, writer.length);
    }

    private static JsonWriter written(JsonNode value) {
        JsonWriter writer = new JsonWriter();
        writer.file(value);
        return writer;
    }

    private void file(JsonNode value) {
        value(value, 0);
        raw('\n');
    }

    /** Whether a number equals the one that would be read from its written form. */
    public static boolean isPlain(JsonNode number) {
        double value = EcmaNumber.of(number);
        return number.isInt()
                || (number.isLong() && Math.abs(value) < EcmaNumber.EXACT_INTEGER_MAX)
                || (number.isDouble() && value != Math.rint(value));
    }

    /** Whether two numbers are one number to ECMAScript. */
    public static boolean sameNumber(JsonNode left, JsonNode right) {
        return EcmaNumber.of(left) == EcmaNumber.of(right);
    }

    private void value(JsonNode value, int depth) {
        switch (value.getNodeType()) {
            case OBJECT -> object((ObjectNode) value, depth);
            case ARRAY -> array((ArrayNode) value, depth);
            case STRING -> string(value.stringValue());
            case NUMBER -> number(value);
            case BOOLEAN -> ascii(value.booleanValue() ? "true" : "false");
            case NULL, MISSING, BINARY, POJO -> ascii("null");
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private void object(ObjectNode object, int depth) {
        Map.Entry<String, JsonNode>[] members = object.properties().toArray(new Map.Entry[0]);
        int count = 0;
        boolean sorted = true;
        for (Map.Entry<String, JsonNode> member : members) {
            if (!isVoid(member.getValue())) {
                sorted &= count == 0 || members[count - 1].getKey().compareTo(member.getKey()) < 0;
                members[count++] = member;
            }
        }
        if (count == 0) {
            ascii("{}");
            return;
        }
        if (!sorted) {
            Arrays.sort(members, 0, count, BY_CODE_UNIT);
        }
        raw('{');
        for (int i = 0; i < count; i++) {
            lineBreak(depth + 1, i > 0);
            string(members[i].getKey());
            raw(':');
            raw(' ');
            value(members[i].getValue(), depth + 1);
        }
        lineBreak(depth, false);
        raw('}');
    }

    private void array(ArrayNode array, int depth) {
        if (array.isEmpty()) {
            ascii("[]");
            return;
        }
        raw('[');
        for (int i = 0; i < array.size(); i++) {
            lineBreak(depth + 1, i > 0);
            value(array.get(i), depth + 1);
        }
        lineBreak(depth, false);
        raw(']');
    }

    /** Null, and numbers beyond the range of ECMAScript, which it would print as null. */
    public static boolean isVoid(JsonNode value) {
        return value.isNull() || value.isMissingNode() || (value.isNumber() && !Double.isFinite(EcmaNumber.of(value)));
    }

    private void number(JsonNode number) {
        if (number.isInt()) {
            ascii(Integer.toString(number.intValue()));
            return;
        }
        double value = EcmaNumber.of(number);
        ascii(Double.isFinite(value) ? EcmaNumber.text(value) : "null");
    }

    private void string(String text) {
        reserve(text.length() + 2L);
        out[length++] = '"';
        if (plain(text)) {
            out[length++] = '"';
            return;
        }
        reserve(text.length() * 6L + 1);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                if (c >= 0x20 && c != '"' && c != '\\') {
                    out[length++] = (byte) c;
                } else {
                    escape(c);
                }
            } else if (!Character.isSurrogate(c)) {
                beyondAscii(c);
            } else if (Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                beyondAscii(Character.toCodePoint(c, text.charAt(++i)));
            } else {
                unicodeEscape(c);
            }
        }
        out[length++] = '"';
    }

    /** Copies a text without escapes, as most are, eight bytes at a time; false, with nothing written, for others. */
    private boolean plain(String text) {
        if (text.length() < Long.BYTES) {
            return false;
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int last = bytes.length - Long.BYTES;
        if (bytes.length != text.length()) {
            return false;
        }
        long special = special((long) EIGHT_BYTES.get(bytes, last));
        for (int i = 0; i < last; i += Long.BYTES) {
            special |= special((long) EIGHT_BYTES.get(bytes, i));
        }
        if (special != 0) {
            return false;
        }
        System.arraycopy(bytes, 0, out, length, bytes.length);
        length += bytes.length;
        return true;
    }

    /**
     * Not zero when one of eight bytes is a control character, a quotation mark, a backslash, or the question mark that
     * half a surrogate pair turns into.
     */
    private static long special(long bytes) {
        long controls = (bytes - ONES * ' ') & ~bytes;
        return (controls | zeros(bytes ^ ONES * '"') | zeros(bytes ^ ONES * '\\') | zeros(bytes ^ ONES * '?'))
                & ONES << 7;
    }

    private static long zeros(long bytes) {
        return (bytes - ONES) & ~bytes;
    }

    private void escape(char c) {
        switch (c) {
            case '"', '\\' -> twoBytes(c);
            case '\b' -> twoBytes('b');
            case '\t' -> twoBytes('t');
            case '\n' -> twoBytes('n');
            case '\f' -> twoBytes('f');
            case '\r' -> twoBytes('r');
            default -> unicodeEscape(c);
        }
    }

    private void twoBytes(char second) {
        out[length++] = '\\';
        out[length++] = (byte) second;
    }

    private void unicodeEscape(char c) {
        twoBytes('u');
        for (int shift = 12; shift >= 0; shift -= 4) {
            out[length++] = HEX[(c >> shift) & 0xf];
        }
    }

    private void beyondAscii(int codePoint) {
        if (codePoint < 0x800) {
            out[length++] = (byte) (0xc0 | codePoint >> 6);
        } else {
            if (codePoint < 0x10000) {
                out[length++] = (byte) (0xe0 | codePoint >> 12);
            } else {
                out[length++] = (byte) (0xf0 | codePoint >> 18);
                out[length++] = (byte) (0x80 | codePoint >> 12 & 0x3f);
            }
            out[length++] = (byte) (0x80 | codePoint >> 6 & 0x3f);
        }
        out[length++] = (byte) (0x80 | codePoint & 0x3f);
    }

    private void lineBreak(int depth, boolean comma) {
        reserve(2L * depth + 2);
        if (comma) {
            out[length++] = ',';
        }
        out[length++] = '\n';
        Arrays.fill(out, length, length + 2 * depth, (byte) ' ');
        length += 2 * depth;
    }

    private void raw(char c) {
        reserve(1);
        out[length++] = (byte) c;
    }

    private void ascii(String text) {
        reserve(text.length());
        for (int i = 0; i < text.length(); i++) {
            out[length++] = (byte) text.charAt(i);
        }
    }

    private void reserve(long more) {
        long needed = length + more;
        if (needed > out.length) {
            out = Arrays.copyOf(
                    out, Math.toIntExact(Math.min(Integer.MAX_VALUE - 8L, Math.max(needed, 2L * out.length))));
        }
    }
}
