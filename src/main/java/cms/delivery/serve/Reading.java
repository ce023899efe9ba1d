package cms.delivery.serve;

import org.jspecify.annotations.Nullable;

/**
 * A read as it came: who asks for what.
 *
 * @param path what follows {@code /api/cdn/v1/}, still percent-encoded
 * @param authorization the header, null without one
 * @param ifNoneMatch the header, null without one
 * @param gzip whether the client takes gzip
 */
record Reading(
        String path,
        @Nullable String authorization,
        @Nullable String ifNoneMatch,
        boolean gzip) {
    /** Whether an {@code Accept-Encoding} header takes gzip; a weight that begins with zero counts as no. */
    static boolean takesGzip(@Nullable String acceptEncoding) {
        return acceptEncoding != null && acceptEncoding.contains("gzip") && !acceptEncoding.contains("gzip;q=0");
    }
}
