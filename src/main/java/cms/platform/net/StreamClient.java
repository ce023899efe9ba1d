package cms.platform.net;

import java.io.IOException;

/** As {@link WebClient}, for answers that are read while they arrive and never held whole. */
@FunctionalInterface
public interface StreamClient {
    /**
     * Sends one request and waits for the head of the answer; {@code bytesMax} counts for the whole body. Closing the answer
     * on any thread ends a read that waits.
     *
     * @throws cms.platform.failure.Failure INVALID for a URL that may not be reached
     * @throws IOException when the other side cannot be reached, breaks off, or lets the timeout pass; also from
     *     reading the body
     */
    StreamAnswer open(WebRequest request) throws IOException;
}
