package cms.platform.door;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/** An answer as bytes for the socket; the object is reused for the next answer. */
final class PlainReply implements DoorReply {
    private static final int HEAD_BYTES_MAX = 8 * 1_024;

    /** Bodies up to this size are copied behind the head, as one buffer is sent faster than two. */
    private static final int COPIED_MAX = 8 * 1_024;

    private static final int STATUS_MAX = 599;
    private static final byte[][] STATUS_LINES = statusLines();
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final byte[] head = new byte[HEAD_BYTES_MAX];
    private final ByteBuffer wire = ByteBuffer.allocateDirect(HEAD_BYTES_MAX + COPIED_MAX);
    private int length;
    private byte[] date = {};
    private Optional<HeaderLines> onEveryAnswer = Optional.empty();
    private boolean closing;
    private @Nullable ByteBuffer content;

    /**
     * Begins the answer to another request.
     *
     * @param dateLine the {@code Date} header with its line end, in ASCII
     * @param lines of every answer
     */
    void open(byte[] dateLine, Optional<HeaderLines> lines) {
        date = dateLine;
        onEveryAnswer = lines;
    }

    @Override
    public void begin(int status) {
        length = 0;
        closing = false;
        content = null;
        put(STATUS_LINES[status]);
        put(date);
        onEveryAnswer.ifPresent(this::add);
    }

    @Override
    public void add(HeaderLines lines) {
        put(lines.encoded());
    }

    @Override
    public void add(String name, String value) {
        put(name);
        put(": ");
        put(value);
        put("\r\n");
    }

    @Override
    public void add(String name, long number) {
        put(name);
        put(": ");
        put(number);
        put("\r\n");
    }

    @Override
    public void closeAfterwards() {
        closing = true;
        add("Connection", "close");
    }

    @Override
    public void end(ByteBuffer body) {
        endWithout(body.remaining());
        content = body;
    }

    @Override
    public void endWithout(long contentLength) {
        add("Content-Length", contentLength);
        endBare();
    }

    @Override
    public void endBare() {
        put("\r\n");
    }

    boolean isClosing() {
        return closing;
    }

    /** The head, together with the body when that is small; valid until the next answer. */
    ByteBuffer wire() {
        wire.clear().put(head, 0, length);
        if (content != null && content.remaining() <= COPIED_MAX) {
            wire.put(content);
            content = null;
        }
        return wire.flip();
    }

    /** The body that follows {@link #wire}, empty when it is part of that; to be called after it. */
    ByteBuffer rest() {
        return content == null ? NOTHING : content;
    }

    private void put(byte[] line) {
        System.arraycopy(line, 0, head, length, line.length);
        length += line.length;
    }

    /** Appends a text without an intermediate array; right for ASCII only. */
    @SuppressWarnings("deprecation")
    private void put(String ascii) {
        int count = ascii.length();
        ascii.getBytes(0, count, head, length);
        length += count;
    }

    private void put(long number) {
        int digits = 1;
        for (long left = number; left >= 10; left /= 10) {
            digits++;
        }
        length += digits;
        long left = number;
        for (int at = length - 1; at >= length - digits; at--) {
            head[at] = (byte) ('0' + left % 10);
            left /= 10;
        }
    }

    private static byte[][] statusLines() {
        byte[][] lines = new byte[STATUS_MAX + 1][];
        for (int status = 0; status < lines.length; status++) {
            String line = "HTTP/1.1 " + status + " " + HttpStatus.getMessage(status) + "\r\n";
            lines[status] = line.getBytes(StandardCharsets.US_ASCII);
        }
        return lines;
    }
}
