package cms.platform.door;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.http.HttpStatus;

/**
 * The server's HTTP parser, which also refuses a request line whose parts are separated by more than one blank (RFC
 * 9112, 3): the server accepts such a line in each of its modes, and other parsers read it differently.
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

    /** Checks up to the end of the request line, which may arrive in pieces; empty lines before it are skipped. */
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
