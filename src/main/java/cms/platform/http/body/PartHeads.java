package cms.platform.http.body;

import java.nio.charset.StandardCharsets;

/**
 * Replaces each control character in the part headers of a multipart body by a blank, because a file name may contain
 * some that no header parser accepts. The bytes of the parts stay unchanged.
 */
final class PartHeads {
    private static final byte[] END = {'\r', '\n', '\r', '\n'};
    private static final int DELETE = 0x7f;

    private final byte[] delimiter;
    private boolean inHead;

    /**
     * Matched characters of the delimiter, or of the end of a header; the first boundary has no line break before it.
     */
    private int matched = 2;

    PartHeads(String boundary) {
        this.delimiter = ("\r\n--" + boundary).getBytes(StandardCharsets.UTF_8);
    }

    /** Processes the next bytes of the body. */
    void clean(byte[] bytes, int count) {
        for (int i = 0; i < count; i++) {
            if (inHead && isControl(bytes[i])) {
                bytes[i] = ' ';
            }
            step(bytes[i]);
        }
    }

    private void step(byte next) {
        byte[] awaited = inHead ? END : delimiter;
        if (next == awaited[matched]) {
            matched++;
        } else {
            matched = next == '\r' ? 1 : 0;
        }
        if (matched == awaited.length) {
            inHead = !inHead;
            // A part without content has its next delimiter begin with the line break that ended the head.
            matched = inHead ? 0 : 2;
        }
    }

    private static boolean isControl(byte octet) {
        return octet == DELETE || octet >= 0 && octet < ' ' && octet != '\r' && octet != '\n' && octet != '\t';
    }
}
