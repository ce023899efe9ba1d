package cms.platform.net;

/** As {@link WebClient}, for answers of which the status matters and the body does not. */
@FunctionalInterface
public interface HeadClient {
    /**
     * Sends one request and waits for the head of the answer; then for {@code bytesMax} of the body, half a second at most.
     *
     * @throws cms.platform.failure.Failure INVALID for a URL that may not be reached, BAD_GATEWAY when the other side
     *     cannot be reached or breaks off before its head has come, UNAVAILABLE when the timeout has passed
     */
    HeadAnswer send(WebRequest request);
}
