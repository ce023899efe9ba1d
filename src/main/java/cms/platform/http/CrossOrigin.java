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
 * The pages of other sites that may call a group of routes (Fetch, CORS). Its headers are on every answer of the
 * routes, refusals too, so that a page learns why it was refused; cookies are never shared.
 *
 * @param origins allowed origins as browsers write them; empty for every origin
 * @param loopback whether pages served from this machine may call too, whatever their port
 * @param requestHeaders headers that a page may send besides those that are always allowed
 * @param exposedHeaders headers that a page may read besides those that are always readable
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

    /** Allows pages of every site. */
    public static CrossOrigin any(String... requestHeaders) {
        return new CrossOrigin(Optional.empty(), false, List.of(requestHeaders), List.of());
    }

    /** Allows pages of these sites and of this service; others are refused before any other check. */
    public static CrossOrigin only(Collection<URI> origins, String... requestHeaders) {
        Set<String> names = Set.copyOf(origins.stream().map(URI::toString).toList());
        return new CrossOrigin(Optional.of(names), false, List.of(requestHeaders), List.of());
    }

    public CrossOrigin exposing(String... headers) {
        return new CrossOrigin(origins, loopback, requestHeaders, List.of(headers));
    }

    /** Allows pages of this machine as well, for services that only this machine reaches. */
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

    /**
     * The headers that every answer carries for a page of this origin; {@code origin} is null for a request that no
     * page sent.
     */
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

    /** The additional headers of the answer to a preflight. */
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
