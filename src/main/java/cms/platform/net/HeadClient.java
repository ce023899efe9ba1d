package cms.platform.net;

/** As {@link WebClient}, for answers whose status matters and whose body does not. */
@FunctionalInterface
public interface HeadClient {
    /**
     * Sends one request and waits for the head of the answer; then half a second at most for {@code bytesMax} of the
     * body.
     *
     * @throws cms.platform.failure.Failure INVALID for a URL that may not be reached, BAD_GATEWAY when the server
     *     cannot be reached or disconnects before its head was received, UNAVAILABLE after the timeout
     */
    HeadAnswer send(WebRequest request);
}
