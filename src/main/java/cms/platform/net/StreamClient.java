package cms.platform.net;

import java.io.IOException;

/** As {@link WebClient}, for answers that are read while they arrive and never in memory as a whole. */
@FunctionalInterface
public interface StreamClient {
    /**
     * Sends one request and waits for the head of the answer; {@code bytesMax} limits the whole body. Closing the
     * answer on any thread ends a waiting read.
     *
     * @throws cms.platform.failure.Failure INVALID for a URL that may not be reached
     * @throws IOException when the server cannot be reached, disconnects, or exceeds the timeout; also from reading the
     *     body
     */
    StreamAnswer open(WebRequest request) throws IOException;
}
