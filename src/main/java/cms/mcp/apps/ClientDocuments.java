package cms.mcp.apps;

import cms.platform.failure.Failure;
import cms.platform.limits.Limits;
import cms.platform.limits.RateLimiter;
import cms.platform.net.WebAnswer;
import cms.platform.net.WebClient;
import cms.platform.net.WebRequest;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * Clients whose id is the URL of a document about them (client ID metadata documents), fetched and cached. Documents of
 * connected clients have a cache and rate limits of their own, so that documents requested by strangers can only use up
 * the share of other strangers.
 */
final class ClientDocuments {
    private static final int URL_CHARS_MAX = 512;
    private static final int BYTES_MAX = 5 * 1024;
    private static final int KEPT_MAX = 1_000;
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Duration KEPT_LEAST = Duration.ofMinutes(5);
    private static final Duration KEPT_MOST = Duration.ofHours(24);
    private static final Pattern MAX_AGE = Pattern.compile("(?:^|[ ,])max-age=(\\d{1,9})");
    private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|.*:.*");

    private final WebClient web;
    private final RateLimiter limiter;
    private final InstantSource clock;
    private final Predicate<String> isConnected;
    private final Map<String, Cached> kept = new LinkedHashMap<>();
    private final Map<String, Cached> keptOfConnected = new LinkedHashMap<>();

    private record Cached(ClientApp app, Instant until) {}

    /** @param isConnected whether a person has connected the client with this id */
    ClientDocuments(WebClient web, RateLimiter limiter, InstantSource clock, Predicate<String> isConnected) {
        this.isConnected = isConnected;
        this.web = web;
        this.limiter = limiter;
        this.clock = clock;
    }

    static boolean isUrl(String id) {
        return id.contains("://");
    }

    /**
     * The client described by the document at {@code id}; a document that is not cached is fetched, which counts for
     * the rate limit of the asking address.
     *
     * @param address of the asking client
     * @throws Failure INVALID when the id is not the URL of such a document, or the document is missing or unusable,
     *     RATE_LIMITED when too many were fetched for that address, from that host, or at all
     */
    ClientApp read(String id, String address) {
        URI url = url(id);
        synchronized (kept) {
            Cached connected = keptOfConnected.get(id);
            Cached known = connected == null ? kept.get(id) : connected;
            if (known != null && clock.instant().isBefore(known.until())) {
                return known.app();
            }
        }
        limiter.take(Limits.CLIENT_DOCUMENTS.rate(), address).orFail();
        boolean inUse = isConnected.test(id);
        if (inUse) {
            // Requests of strangers to its host do not block it; a document that always fails is limited, too, as it is
            // never cached.
            limiter.take(Limits.CLIENT_DOCUMENTS_OF_HOST.rate(), "connected " + id)
                    .orFail();
        } else {
            limiter.take(Limits.CLIENT_DOCUMENTS_OF_HOST.rate(), url.getHost()).orFail();
            limiter.take(Limits.ALL_CLIENT_DOCUMENTS.rate(), "all").orFail();
        }
        WebAnswer answer = fetch(url);
        JsonNode document = json(answer);
        check(id, document);
        ClientApp app = ClientApp.parse(id, document);
        keep(inUse ? keptOfConnected : kept, app, life(answer));
        return app;
    }

    private static URI url(String id) {
        try {
            URI url = new URI(id);
            String host = String.valueOf(url.getHost());
            String path =
                    String.valueOf(url.getRawPath()).toLowerCase(Locale.ROOT).replace("%2e", ".");
            boolean good = id.length() <= URL_CHARS_MAX
                    && "https".equals(url.getScheme())
                    && url.getHost() != null
                    && !ADDRESS.matcher(host).matches()
                    && url.getRawUserInfo() == null
                    && url.getRawQuery() == null
                    && url.getRawFragment() == null
                    && path.length() > 1
                    && !path.contains("/./")
                    && !path.contains("/../")
                    && !path.endsWith("/.")
                    && !path.endsWith("/..");
            if (good) {
                return url;
            }
        } catch (URISyntaxException malformed) {
            throw odd().causedBy(malformed);
        }
        throw odd();
    }

    private WebAnswer fetch(URI url) {
        try {
            return web.send(WebRequest.get(url)
                    .with("Accept", "application/json")
                    .within(TIMEOUT)
                    .taking(BYTES_MAX));
        } catch (Failure notRead) {
            throw unread(notRead.message()).causedBy(notRead);
        }
    }

    private static JsonNode json(WebAnswer answer) {
        String type =
                answer.contentType().toLowerCase(Locale.ROOT).split(";", 2)[0].strip();
        boolean isJson = type.equals("application/json") || type.endsWith("+json");
        if (answer.status() != 200 || !isJson) {
            throw unread("It is not answered with 200 and JSON.");
        }
        return answer.json().filter(JsonNode::isObject).orElseThrow(() -> unread("It is no JSON object."));
    }

    private static void check(String id, JsonNode document) {
        String method = document.path("token_endpoint_auth_method").asString("none");
        if (!document.path("client_id").asString("").equals(id)) {
            throw unread("Its `client_id` is another one.");
        }
        if (!method.equals("none") || document.has("client_secret")) {
            throw unread("It is not that of a public client.");
        }
    }

    private static Duration life(WebAnswer answer) {
        Matcher age = MAX_AGE.matcher(answer.header("Cache-Control").orElse(""));
        Duration wanted = age.find() ? Duration.ofSeconds(Long.parseLong(age.group(1))) : KEPT_LEAST;
        return wanted.compareTo(KEPT_LEAST) < 0 ? KEPT_LEAST : wanted.compareTo(KEPT_MOST) > 0 ? KEPT_MOST : wanted;
    }

    private void keep(Map<String, Cached> documents, ClientApp app, Duration life) {
        synchronized (kept) {
            kept.remove(app.id());
            keptOfConnected.remove(app.id());
            Optional<String> oldest = documents.keySet().stream().findFirst();
            if (documents.size() >= KEPT_MAX && oldest.isPresent()) {
                documents.remove(oldest.get());
            }
            documents.put(app.id(), new Cached(app, clock.instant().plus(life)));
        }
    }

    private static Failure odd() {
        return Failure.invalid(
                "The client id is no https URL of a document: a name as the host, a path, nothing else.");
    }

    private static Failure unread(String why) {
        return Failure.invalid("The app's description could not be read. " + why);
    }
}
