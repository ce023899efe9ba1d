package cms.platform.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * Puts JSON together that consists of long texts: these are encoded as a whole and copied from escape to escape, where
 * the mapper looks at each character. The bytes are those of {@link Json#bytes}.
 */
public final class JsonBytes {
    private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);

    /** Of an escape, and of the signs around a value. */
    private static final int SIGNS_MAX = 8;

    private byte[] bytes;
    private int size;

    /** @param bytesExpected how many there will be, more or less */
    public JsonBytes(int bytesExpected) {
        this.bytes = new byte[Math.max(SIGNS_MAX, bytesExpected)];
    }

    /** What has been put so far. */
    public byte[] bytes() {
        return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
    }

    /** Puts signs and names of ASCII as they are. */
    @SuppressWarnings("deprecation") // The low bytes are all that there is of ASCII.
    public JsonBytes raw(String ascii) {
        require(ascii.length());
        ascii.getBytes(0, ascii.length(), bytes, size);
        size += ascii.length();
        return this;
    }

    public JsonBytes value(JsonNode value) {
        switch (value) {
            case StringNode text -> text(text.stringValue());
            case ObjectNode members -> members(members);
            case ArrayNode items -> items(items);
            default -> put(Json.bytes(value));
        }
        return this;
    }

    private void members(ObjectNode members) {
        sign('{');
        boolean first = true;
        for (Map.Entry<String, JsonNode> member : members.properties()) {
            if (!first) {
                sign(',');
            }
            first = false;
            text(member.getKey());
            sign(':');
            value(member.getValue());
        }
        sign('}');
    }

    private void items(ArrayNode items) {
        sign('[');
        for (int i = 0; i < items.size(); i++) {
            if (i > 0) {
                sign(',');
            }
            value(items.get(i));
        }
        sign(']');
    }

    /** Puts a text in quotes; one with half of a surrogate pair is written as the mapper does it. */
    public JsonBytes text(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        int began = size;
        boolean questions = false;
        require(utf8.length + 2);
        bytes[size++] = '"';
        int start = 0;
        for (int at = 0; at < utf8.length; at++) {
            byte b = utf8[at];
            if (b < ' ' ? b >= 0 : b == '"' || b == '\\') {
                copy(utf8, start, at);
                start = at + 1;
                require(utf8.length - at + SIGNS_MAX);
                escape(b);
            }
            questions |= b == '?';
        }
        copy(utf8, start, utf8.length);
        bytes[size++] = '"';
        // Half of a pair has become a question mark.
        if (questions && hasHalfPair(text)) {
            size = began;
            put(Json.bytes(text));
        }
        return this;
    }

    private static boolean hasHalfPair(String text) {
        for (int at = 0; at < text.length(); at++) {
            if (Character.isSurrogate(text.charAt(at))) {
                boolean pair = Character.isHighSurrogate(text.charAt(at))
                        && at + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(at + 1));
                if (!pair) {
                    return true;
                }
                at++;
            }
        }
        return false;
    }

    private void escape(byte sign) {
        bytes[size++] = '\\';
        char letter = switch (sign) {
            case '"', '\\' -> (char) sign;
            case '\b' -> 'b';
            case '\t' -> 't';
            case '\n' -> 'n';
            case '\f' -> 'f';
            case '\r' -> 'r';
            default -> 'u';
        };
        bytes[size++] = (byte) letter;
        if (letter == 'u') {
            bytes[size++] = '0';
            bytes[size++] = '0';
            bytes[size++] = HEX[sign >> 4];
            bytes[size++] = HEX[sign & 0xf];
        }
    }

    private void sign(char sign) {
        require(1);
        bytes[size++] = (byte) sign;
    }

    private void put(byte[] json) {
        require(json.length);
        copy(json, 0, json.length);
    }

    private void copy(byte[] from, int start, int end) {
        System.arraycopy(from, start, bytes, size, end - start);
        size += end - start;
    }

    private void require(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(size + more, bytes.length + bytes.length / 2));
        }
    }
}
