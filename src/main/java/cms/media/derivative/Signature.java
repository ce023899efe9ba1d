package cms.media.derivative;

import cms.platform.crypto.Hashes;
import cms.platform.failure.Failure;
import cms.platform.http.Request;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The signature in a URL by which a holder of the project's signing key allows this size: {@code sig} is the first 16
 * bytes of HMAC-SHA-256, in base64url without padding, with the UTF-8 bytes of the key as it was shown, over three
 * lines: the project's id, the path from {@code media/} on, and the query without {@code sig}, its {@code name=value}
 * pairs sorted and joined by {@code &}. Values may be percent-encoded or not. {@code exp} is the end of its validity in
 * seconds since 1970.
 */
final class Signature {
    static final String PARAMETER = "sig";

    private static final String END = "exp";

    /** The parameters of a signature. */
    static final List<String> PARAMETERS = List.of(PARAMETER, END);

    private static final int BYTES = 16;
    private static final List<String> SIGNED = List.of("ar", END, "fit", "format", "fp", "h", "q", "v", "w");

    private Signature() {}

    /** @throws Failure INVALID for an {@code exp} without a signature */
    static void requireWhole(Request request) {
        if (request.asks(END) && !request.asks(PARAMETER)) {
            throw Failure.invalid("`exp` is the end of a signature; send its `sig` too.");
        }
    }

    /**
     * @throws Failure FORBIDDEN when none of the keys made it, or it has expired; INVALID for an {@code exp} that is
     *     not a time
     */
    static void require(Request request, String projectId, String path, List<String> keys, Instant now) {
        String sent = request.query(PARAMETER).orElse("");
        List<byte[]> texts = Stream.of(written(request), decodedPairs(request))
                .map(query -> (projectId + "\n" + path + "\n" + query).getBytes(StandardCharsets.UTF_8))
                .toList();
        boolean known = false;
        for (String key : keys) {
            for (byte[] text : texts) {
                known |= Hashes.sameText(sent, of(key, text));
            }
        }
        if (!known) {
            throw Failure.forbidden(
                    "`sig` is not the signature of this path and query by a signing key of the project.");
        }
        if (end(request).filter(end -> end <= now.getEpochSecond()).isPresent()) {
            throw Failure.forbidden("The signature of this URL has ended.");
        }
    }

    static String of(String key, byte[] text) {
        byte[] whole = Hashes.hmacSha256(key.getBytes(StandardCharsets.UTF_8), text);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(whole, BYTES));
    }

    private static Optional<Long> end(Request request) {
        return request.query(END).map(text -> {
            if (!text.matches("[0-9]{1,12}")) {
                throw Failure.invalid("`exp` must be a whole number of seconds since 1970.");
            }
            return Long.parseLong(text);
        });
    }

    /** The pairs as written in the URL. */
    private static String written(Request request) {
        return Arrays.stream(request.queryString().split("&"))
                .filter(pair -> !pair.isEmpty() && !pair.startsWith(PARAMETER + "="))
                .sorted()
                .collect(Collectors.joining("&"));
    }

    /** The pairs, percent-decoded. */
    private static String decodedPairs(Request request) {
        List<String> pairs = new ArrayList<>();
        SIGNED.forEach(name -> request.queries(name).forEach(value -> pairs.add(name + "=" + value)));
        pairs.sort(null);
        return String.join("&", pairs);
    }
}
