package cms.platform.idempotency;

import cms.platform.crypto.Hashes;
import cms.platform.http.Request;
import java.util.function.Supplier;

/**
 * The hash of a request's content: of its query, and of its body where the handler has read it. The body is not read
 * for the hash alone, so that a caller that may not send one is refused before (decision 64).
 */
final class SentContent implements Supplier<String> {
    private static final byte[] NO_BODY = {};

    private final Request request;

    SentContent(Request request) {
        this.request = request;
    }

    /** The hash of the parts read so far. */
    @Override
    public String get() {
        return request.isBodyRead() ? whole() : withoutBody();
    }

    /** Whether a stored answer is for this content; reads the body where it was read for the first request. */
    boolean is(String known) {
        return known.equals(withoutBody()) || known.equals(whole());
    }

    private String whole() {
        return of(request.bodyBytes());
    }

    private String withoutBody() {
        return of(NO_BODY);
    }

    private String of(byte[] body) {
        return Hashes.sha256Hex(request.queryString() + "\n" + Hashes.sha256Hex(body));
    }
}
