package cms.platform.idempotency;

import cms.platform.crypto.Hashes;
import cms.platform.http.Request;
import java.util.HexFormat;
import java.util.function.Supplier;

/**
 * The hash of a request's content, which tells it from others under the same key: of its query, and its body where the
 * handler has read it. Nothing is read for this alone, so that a caller that may not send a body is refused before
 * (decision 64).
 */
final class SentContent implements Supplier<String> {
    private static final byte[] NO_BODY = {};

    private final Request request;

    SentContent(Request request) {
        this.request = request;
    }

    /** By what was read until now. */
    @Override
    public String get() {
        return request.isBodyRead() ? whole() : withoutBody();
    }

    /** Whether an answer is that of this request; the body is read where the first one's was. */
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
        return Hashes.sha256Hex(request.queryString() + "\n" + HexFormat.of().formatHex(Hashes.sha256(body)));
    }
}
