package cms.platform.http.body;

import java.nio.charset.StandardCharsets;

/**
 * Makes a blank of each control character in the heads of a multipart body, where a file name may carry what no parser of
 * heads takes. The bytes of the parts stay as they are.
 */
final class PartHeads {
    private static final byte[] END = {'\r', '\n', '\r', '\n'};
    private static final int DELETE = 0x7f;

    private final byte[] delimiter;
    private boolean inHead;

    /** How much of the delimiter, or of the end of a head, has come; the line break before the first boundary is not there. */
    private int matched = 2;

    PartHeads(String boundary) {
        this.delimiter = ("\r\n--" + boundary).getBytes(StandardCharsets.UTF_8);
    }

    /** Goes on in the next bytes of the body. */
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
