package cms.platform.door;

import java.nio.ByteBuffer;

/** Where a front door writes its one answer: the status, header lines, the end. */
public interface DoorReply {
    /** Begins the answer. */
    void begin(int status);

    void add(HeaderLines lines);

    /** Adds one line; neither part may hold a line break. */
    void add(String name, String value);

    /** Adds one line with a number that is not negative. */
    void add(String name, long number);

    /** No other request can follow on this connection. */
    void closeAfterwards();

    /** Ends the answer with a body, which may be empty; its length is told. */
    void end(ByteBuffer content);

    /** Ends the answer to {@code HEAD}, without the body whose length is told. */
    void endWithout(long contentLength);

    /** Ends an answer that has no body and tells no length: 204, and 304, where some clients would wait for it. */
    void endBare();
}
