package cms.platform.http;

import cms.platform.failure.Failure;
import java.net.URI;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which pages of other sites may call a group of routes (Fetch, CORS). It holds for every answer of them, refusals too,
 * so that a page learns why it was refused; no cookie is ever shared.
 *
 * @param origins as browsers write them; empty for every one
 * @param loopback whether pages of this machine may, too, whatever their port
 * @param requestHeaders what a page may send besides what it always may
 * @param exposedHeaders what a page may read besides what it always may
 */
public record CrossOrigin(
        Optional<Set<String>> origins, boolean loopback, List<String> requestHeaders, List<String> exposedHeaders) {
    /** A day; browsers take less where they want to. */
    private static final String PREFLIGHT_SECONDS = "86400";

    private static final Pattern LOOPBACK =
            Pattern.compile("https?://(?:localhost|127\\.0\\.0\\.1|\\[::1])(?::\\d{1,5})?");

    private static final String ALLOW_ORIGIN = "Access-Control-Allow-Origin";

    public CrossOrigin {
        origins = origins.map(Set::copyOf);
        requestHeaders = List.copyOf(requestHeaders);
        exposedHeaders = List.copyOf(exposedHeaders);
    }

    /** Pages of every site. */
    public static CrossOrigin any(String... requestHeaders) {
        return new CrossOrigin(Optional.empty(), false, List.of(requestHeaders), List.of());
    }

    /** Pages of these sites and our own; those of others are refused before anything else is asked. */
    public static CrossOrigin only(Collection<URI> origins, String... requestHeaders) {
        Set<String> names = Set.copyOf(origins.stream().map(URI::toString).toList());
        return new CrossOrigin(Optional.of(names), false, List.of(requestHeaders), List.of());
    }

    public CrossOrigin exposing(String... headers) {
        return new CrossOrigin(origins, loopback, requestHeaders, List.of(headers));
    }

    /** Pages of this machine as well: where only this machine reaches the service. */
    public CrossOrigin andLoopback() {
        return new CrossOrigin(origins, true, requestHeaders, exposedHeaders);
    }

    /** @throws Failure FORBIDDEN for a page that is not on the list */
    void check(Optional<String> origin, boolean own) {
        if (origin.isPresent() && !own && !allows(origin.get())) {
            throw Failure.forbidden("Pages of this origin may not call this path.")
                    .withCode("origin.forbidden");
        }
    }

    /** What every answer says to a page of this origin; null for a request of no page. */
    public Map<String, String> headers(@Nullable String origin) {
        Map<String, String> headers = new LinkedHashMap<>();
        if (origins.isEmpty()) {
            headers.put(ALLOW_ORIGIN, "*");
        } else {
            headers.put("Vary", "Origin");
            if (origin == null || !allows(origin)) {
                return headers;
            }
            headers.put(ALLOW_ORIGIN, origin);
        }
        if (!exposedHeaders.isEmpty()) {
            headers.put("Access-Control-Expose-Headers", String.join(", ", exposedHeaders));
        }
        return headers;
    }

    /** The answer to a preflight. */
    Answer preflight(Collection<String> methods) {
        return Answer.empty(204).with(preflightHeaders(methods));
    }

    /** What the answer to a preflight says besides what every answer does. */
    public Map<String, String> preflightHeaders(Collection<String> methods) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Access-Control-Allow-Methods", String.join(", ", methods));
        if (!requestHeaders.isEmpty()) {
            headers.put("Access-Control-Allow-Headers", String.join(", ", requestHeaders));
        }
        headers.put("Access-Control-Max-Age", PREFLIGHT_SECONDS);
        return headers;
    }

    private boolean allows(String origin) {
        return origins.map(names -> names.contains(origin)).orElse(true)
                || loopback && LOOPBACK.matcher(origin).matches();
    }
}
