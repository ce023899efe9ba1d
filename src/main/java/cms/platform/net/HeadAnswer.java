package cms.platform.net;

import java.util.Map;
import java.util.Optional;

/**
 * An answer of which the head was received and the body only in part.
 *
 * @param headers by name in lower case; the first of repeated ones
 * @param beginning of the body, as far as it arrived soon; the rest is dropped without a failure
 */
public record HeadAnswer(int status, Map<String, String> headers, byte[] beginning) {
    public HeadAnswer {
        headers = Map.copyOf(headers);
    }

    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }
}
