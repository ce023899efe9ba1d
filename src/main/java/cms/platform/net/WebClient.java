package cms.platform.net;

/** Sends requests over HTTP/1.1; blocks, follows no redirect, keeps no cookie and decodes no compression. */
@FunctionalInterface
public interface WebClient {
    /**
     * Sends one request and waits for the whole answer.
     *
     * @throws cms.platform.failure.Failure INVALID for a URL that may not be reached, BAD_GATEWAY when the server
     *     cannot be reached, disconnects or sends more than the request allows, UNAVAILABLE after the timeout
     */
    WebAnswer send(WebRequest request);
}
