package cms.platform.door;

import java.nio.ByteBuffer;

/** The answer of a front door, written in order: the status, header lines, the end. */
public interface DoorReply {
    /** Begins the answer. */
    void begin(int status);

    void add(HeaderLines lines);

    /** Adds one line; neither part may hold a line break. */
    void add(String name, String value);

    /** Adds one line with a number that is not negative. */
    void add(String name, long number);

    /** Closes the connection after this answer. */
    void closeAfterwards();

    /** Ends the answer with a body, which may be empty; adds {@code Content-Length}. */
    void end(ByteBuffer content);

    /** Ends the answer to {@code HEAD}: adds the length of the body and sends none. */
    void endWithout(long contentLength);

    /** Ends an answer without body and length: 204, and 304, where some clients would wait for a body. */
    void endBare();
}
