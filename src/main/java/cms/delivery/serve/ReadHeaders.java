package cms.delivery.serve;

/** The words in the headers of delivered files. */
final class ReadHeaders {
    static final String JSON = "application/json; charset=utf-8";
    static final String CACHING = "private, max-age=60";
    static final String VARY = "Accept-Encoding, Authorization";
    static final String KEPT_CACHING = "private, immutable, max-age=31536000";

    /** All of them: where no credentials play a part, the star says so, and a 304 is a quarter shorter. */
    static final String EXPOSED = "*";

    /** A page of any origin may read with a key that it was given; no cookie plays a part. */
    static final String OPEN_TO_BROWSERS =
            "\r\nAccess-Control-Allow-Origin: *\r\nAccess-Control-Expose-Headers: " + EXPOSED;

    private ReadHeaders() {}
}
