package cms.delivery.serve;

/** The words in the headers of delivered files. */
final class ReadHeaders {
    static final String JSON = "application/json; charset=utf-8";
    static final String CACHING = "private, max-age=60";
    static final String VARY = "Accept-Encoding, Authorization";
    static final String KEPT_CACHING = "private, immutable, max-age=31536000";
    static final String EXPOSED = "ETag, Content-Range, Retry-After, Server-Timing"
            + ", X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset";

    /** A page of any origin may read with a key that it was given; no cookie plays a part. */
    static final String OPEN_TO_BROWSERS =
            "\r\nAccess-Control-Allow-Origin: *\r\nAccess-Control-Expose-Headers: " + EXPOSED;

    private ReadHeaders() {}
}
