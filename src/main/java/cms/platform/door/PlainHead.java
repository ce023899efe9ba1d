package cms.platform.door;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The head of a plain GET that can be read in one way only; the object is reused for the next request.
 *
 * <p>It accepts received bytes only when they are one whole head and nothing else: {@code GET}, a path of plain
 * characters without a query, HTTP/1.1, one host, lines that end with CR LF and contain visible ASCII, and no line
 * about a body or the connection. All others are left to the server's parser unchanged. So both agree where a request
 * ends, and nothing can be smuggled past one of them (decision 48).
 */
final class PlainHead implements RequestHead {
    private static final int TOKEN = 1;
    private static final int VALUE = 2;
    private static final int PATH = 4;
    private static final int HOST = 8;
    private static final byte[] KINDS = kinds();

    private static final byte[] METHOD = ascii("GET ");
    private static final byte[] VERSION = ascii(" HTTP/1.1\r\n");
    private static final byte[] END = ascii("\r\n\r\n");
    private static final byte[] KEEP_ALIVE = ascii("keep-alive");
    private static final Line[] LINES = Line.values();
    private static final int NO = -1;
    private static final int HOST_LINE = -2;
    private static final int CONNECTION_LINE = -3;
    private static final int NOT_PLAIN = -4;
    private static final Name[][] NAMES = names();
    private static final int PORT_DIGITS_MAX = 4;
    private static final int LOWER_CASE_BIT = 0x20;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long ONES = 0x0101010101010101L;
    private static final long SPACES = 0x2020202020202020L;

    private final byte[] bytes;
    private final int[] valueFrom = new int[LINES.length];
    private final int[] valueEnd = new int[LINES.length];
    private byte[] pathBytes = {};
    private String path = "";
    private @Nullable String address;
    private boolean hasHost;
    private long receivedNanos;

    /** A name that means something here: the number of a line that a door may ask for, or one of the above. */
    private record Name(byte[] lowerCase, int meaning) {}

    /** @param bytesMax most bytes of a head */
    PlainHead(int bytesMax) {
        this.bytes = new byte[bytesMax];
    }

    /**
     * Reads received bytes without changing them; false when they are not such a head.
     *
     * @param from address of the client
     */
    boolean take(ByteBuffer received, byte[] prefix, @Nullable String from, long nanos) {
        int length = received.remaining();
        int least = METHOD.length + prefix.length + VERSION.length + END.length;
        if (length < least || length > bytes.length) {
            return false;
        }
        received.get(received.position(), bytes, 0, length);
        if (!stands(METHOD, 0) || !stands(prefix, METHOD.length) || !stands(END, length - END.length)) {
            return false;
        }
        receivedNanos = nanos;
        address = from;
        hasHost = false;
        Arrays.fill(valueFrom, NO);
        int end = length - 2;
        int at = afterPath(length);
        while (at != NO && at < end) {
            at = afterLine(at);
        }
        return at == end && hasHost;
    }

    @Override
    public String method() {
        return "GET";
    }

    @Override
    public String path() {
        return path;
    }

    /** A path with a query is left to the server's reader. */
    @Override
    public boolean hasQuery() {
        return false;
    }

    @Override
    public @Nullable String address() {
        return address;
    }

    @Override
    public @Nullable String value(Line line) {
        int slot = 0;
        while (LINES[slot] != line) {
            slot++;
        }
        int from = valueFrom[slot];
        return from == NO ? null : new String(bytes, from, valueEnd[slot] - from, StandardCharsets.ISO_8859_1);
    }

    @Override
    public long receivedNanos() {
        return receivedNanos;
    }

    /**
     * Reads the path; a slash or a dot after a slash may begin a segment that a parser removes, so such a path is
     * refused.
     */
    private int afterPath(int length) {
        int same = METHOD.length + pathBytes.length;
        boolean known = same <= length && Arrays.equals(bytes, METHOD.length, same, pathBytes, 0, pathBytes.length);
        if (known && stands(VERSION, same)) {
            return same + VERSION.length;
        }
        int at = METHOD.length;
        while (is(PATH, at)) {
            boolean odd = bytes[at] == '/' && (bytes[at + 1] == '/' || bytes[at + 1] == '.');
            if (odd) {
                return NO;
            }
            at++;
        }
        pathBytes = Arrays.copyOfRange(bytes, METHOD.length, at);
        path = new String(pathBytes, StandardCharsets.ISO_8859_1);
        return stands(VERSION, at) ? at + VERSION.length : NO;
    }

    private int afterLine(int start) {
        int colon = start;
        while (is(TOKEN, colon)) {
            colon++;
        }
        if (colon == start || bytes[colon] != ':') {
            return NO;
        }
        int from = colon + 1;
        while (bytes[from] == ' ') {
            from++;
        }
        int after = from;
        while (areEightValues(after)) {
            after += Long.BYTES;
        }
        while (is(VALUE, after)) {
            after++;
        }
        if (bytes[after] != '\r' || bytes[after + 1] != '\n') {
            return NO;
        }
        int end = after;
        while (end > from && bytes[end - 1] == ' ') {
            end--;
        }
        return isPlain(start, colon, from, end) ? after + 2 : NO;
    }

    /** Whether a line may be in a plain head; records its position when a door may ask for it. */
    private boolean isPlain(int start, int colon, int from, int end) {
        int length = colon - start;
        if (length < NAMES.length) {
            for (Name name : NAMES[length]) {
                if (isCalled(name.lowerCase(), start)) {
                    return isPlain(name.meaning(), from, end);
                }
            }
        }
        return true;
    }

    private boolean isPlain(int meaning, int from, int end) {
        if (meaning == HOST_LINE) {
            boolean first = !hasHost;
            hasHost = true;
            return first && isHost(from, end);
        }
        if (meaning == CONNECTION_LINE) {
            return end - from == KEEP_ALIVE.length && isCalled(KEEP_ALIVE, from);
        }
        if (meaning == NOT_PLAIN) {
            return false;
        }
        boolean first = valueFrom[meaning] == NO;
        valueFrom[meaning] = from;
        valueEnd[meaning] = end;
        return first && end > from;
    }

    /**
     * Whether this is a host: a name or an IPv4 address, optionally with a port of at most four digits, because five
     * digits may exceed the range; port 0 does not exist.
     */
    private boolean isHost(int from, int end) {
        int at = from;
        while (at < end && is(HOST, at)) {
            at++;
        }
        if (at == from || at == end) {
            return at > from;
        }
        int digits = end - at - 1;
        boolean port = bytes[at] == ':' && digits >= 1 && digits <= PORT_DIGITS_MAX;
        boolean zero = true;
        for (int digit = at + 1; port && digit < end; digit++) {
            port = bytes[digit] >= '0' && bytes[digit] <= '9';
            zero &= bytes[digit] == '0';
        }
        return port && !zero;
    }

    private boolean is(int kind, int at) {
        return (KINDS[bytes[at] & 0xff] & kind) != 0;
    }

    /** Whether the next eight bytes are all from the space to the tilde; false where so many are not there. */
    private boolean areEightValues(int at) {
        if (at + Long.BYTES > bytes.length) {
            return false;
        }
        long eight = (long) LONGS.get(bytes, at);
        // The first byte that is below the space, above the tilde or no ASCII has its highest bit set in one of these.
        return ((eight - SPACES | eight + ONES) & HIGH_BITS) == 0;
    }

    private boolean stands(byte[] what, int at) {
        if (at + what.length > bytes.length) {
            return false;
        }
        for (int i = 0; i < what.length; i++) {
            if (bytes[at + i] != what[i]) {
                return false;
            }
        }
        return true;
    }

    /** Among the characters of a token only capital letters differ from others by this bit. */
    private boolean isCalled(byte[] lowerCase, int at) {
        for (int i = 0; i < lowerCase.length; i++) {
            if ((bytes[at + i] | LOWER_CASE_BIT) != lowerCase[i]) {
                return false;
            }
        }
        return true;
    }

    /** By length, so that a line is compared with hardly any. */
    private static Name[][] names() {
        List<Name> all = new ArrayList<>();
        for (int slot = 0; slot < LINES.length; slot++) {
            all.add(new Name(LINES[slot].lowerCase(), slot));
        }
        all.add(new Name(ascii("host"), HOST_LINE));
        all.add(new Name(ascii("connection"), CONNECTION_LINE));
        for (String name : List.of(
                "content-length",
                "transfer-encoding",
                "expect",
                "upgrade",
                "te",
                "trailer",
                "http2-settings",
                "proxy-connection",
                "keep-alive")) {
            all.add(new Name(ascii(name), NOT_PLAIN));
        }
        int longest =
                all.stream().mapToInt(name -> name.lowerCase().length).max().orElseThrow();
        Name[][] byLength = new Name[longest + 1][];
        for (int length = 0; length <= longest; length++) {
            int wanted = length;
            byLength[length] = all.stream()
                    .filter(name -> name.lowerCase().length == wanted)
                    .toArray(Name[]::new);
        }
        return byLength;
    }

    private static byte[] kinds() {
        byte[] kinds = new byte[256];
        for (int c = ' '; c <= '~'; c++) {
            boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
            int kind = VALUE;
            kind |= letter || "!#$%&'*+-.^_`|~".indexOf(c) >= 0 ? TOKEN : 0;
            kind |= letter || "/-._~".indexOf(c) >= 0 ? PATH : 0;
            kind |= letter || ".-".indexOf(c) >= 0 ? HOST : 0;
            kinds[c] = (byte) kind;
        }
        return kinds;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
