package cms.platform.door;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.http.HttpStatus;

/**
 * The server's reader of HTTP, which also refuses a request line whose parts are separated by more than one blank
 * (RFC 9112, 3): the server takes such a line in each of its modes, and others read it differently.
 */
final class StrictParser extends HttpParser {
    private boolean begun;
    private boolean afterBlank;

    StrictParser(RequestHandler handler, int headerBytesMax, HttpCompliance compliance) {
        super(handler, headerBytesMax, compliance);
    }

    @Override
    public boolean parseNext(ByteBuffer buffer) {
        if (isState(State.START)) {
            begun = false;
            afterBlank = false;
        }
        boolean inRequestLine = getState().compareTo(State.HEADER) < 0;
        if (inRequestLine && hasTwoBlanks(buffer)) {
            buffer.position(buffer.limit());
            badMessage(new HttpException.RuntimeException(
                    HttpStatus.BAD_REQUEST_400, "One blank must separate the parts of the request line."));
            return false;
        }
        return super.parseNext(buffer);
    }

    /** Up to the end of the line, which may come in pieces; empty lines before it are none of it. */
    private boolean hasTwoBlanks(ByteBuffer buffer) {
        for (int at = buffer.position(); at < buffer.limit(); at++) {
            byte next = buffer.get(at);
            if (next == '\n' && begun) {
                return false;
            }
            if (next == ' ' && afterBlank) {
                return true;
            }
            begun |= next != '\r' && next != '\n';
            afterBlank = next == ' ';
        }
        return false;
    }
}
