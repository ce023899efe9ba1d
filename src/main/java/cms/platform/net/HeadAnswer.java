package cms.platform.net;

import java.util.Map;
import java.util.Optional;

/**
 * An answer whose status counts as soon as its head is there.
 *
 * @param headers by name in lower case; of one that stands more than once, the first
 * @param beginning of the body, as far as it came soon; what is longer or slower is cut and no failure
 */
public record HeadAnswer(int status, Map<String, String> headers, byte[] beginning) {
    public HeadAnswer {
        headers = Map.copyOf(headers);
    }

    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }
}
