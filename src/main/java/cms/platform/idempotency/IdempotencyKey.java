package cms.platform.idempotency;

import cms.platform.crypto.Hashes;
import cms.platform.failure.Failure;
import cms.platform.http.Request;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The identity of one call, so that it is carried out once: of a request, a tool call, or a submitted form.
 *
 * @param caller a user, a key or a form; keys of different callers are independent
 * @param operation the called operation, such as {@code POST /api/...} or {@code tool cms_content_save}
 * @param key sent by the caller with each repeat: 1 to 255 visible ASCII characters
 * @param hash of the content, to recognise other content under the same key
 */
public record IdempotencyKey(String caller, String operation, String key, String hash) {
    private static final String HEADER = "Idempotency-Key";
    private static final Pattern KEY = Pattern.compile("[\\x21-\\x7e]{1,255}");

    /** @throws Failure INVALID for a malformed key */
    public IdempotencyKey {
        require(key);
    }

    /**
     * The key that a request was sent with; empty without one.
     *
     * @throws Failure INVALID for more than one key, and for a text that cannot be one
     */
    public static Optional<String> sent(Request request) {
        List<String> keys = request.headers(HEADER);
        if (keys.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(require(keys.size() == 1 ? keys.getFirst() : ""));
    }

    private static String require(String key) {
        if (!KEY.matcher(key).matches()) {
            throw Failure.invalid("Send one Idempotency-Key of 1 to 255 visible ASCII characters.");
        }
        return key;
    }

    /** A hash that names its row and its marks and reveals nothing of the call. */
    public String id() {
        return Hashes.sha256Hex(String.join("\n", caller, operation, key));
    }

    /** The mark of the only write of the call, for a caller that stores its answers itself. */
    public IdempotencyMark.Write mark() {
        return new IdempotencyMark.Write(id() + "-0", hash);
    }
}
