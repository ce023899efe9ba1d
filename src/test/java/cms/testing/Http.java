package cms.testing;

import cms.platform.http.edge.Admission;
import cms.platform.json.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A plain client: one origin, its own cookies, redirects never followed, any status is an answer. */
public final class Http {
    /** Only for a service that hangs: a test that waits for one large save took 49 s on one core of a busy machine. */
    private static final Duration TIMEOUT = Duration.ofSeconds(200);

    /** A stream, or the whole body of a 503, which may say that the request was turned away. */
    private static final HttpResponse.BodyHandler<InputStream> STREAM_OR_REFUSAL = head -> head.statusCode() == 503
            ? HttpResponse.BodySubscribers.mapping(
                    HttpResponse.BodySubscribers.ofByteArray(), ByteArrayInputStream::new)
            : HttpResponse.BodySubscribers.ofInputStream();

    private final URI base;
    private final HttpClient client;
    private final List<String> headers;

    public Http(URI base) {
        this(
                base,
                HttpClient.newBuilder()
                        .cookieHandler(new CookieManager(null, CookiePolicy.ACCEPT_ALL))
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .version(HttpClient.Version.HTTP_1_1)
                        .build(),
                List.of());
    }

    private Http(URI base, HttpClient client, List<String> headers) {
        this.base = base;
        this.client = client;
        this.headers = headers;
    }

    /** The same client (cookies included) with one more header on every request. */
    public Http with(String name, String value) {
        List<String> more = new ArrayList<>(headers);
        more.add(name);
        more.add(value);
        return new Http(base, client, more);
    }

    /** The same client (cookies and headers included) at another instance. */
    public Http at(URI other) {
        return new Http(other, client, headers);
    }

    public Http bearer(String token) {
        return with("Authorization", "Bearer " + token);
    }

    public URI base() {
        return base;
    }

    /** What it sends with every request, cookies that were set apart; of several of one name the last. */
    public Map<String, String> headers() {
        Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (int at = 0; at < headers.size(); at += 2) {
            all.put(headers.get(at), headers.get(at + 1));
        }
        return all;
    }

    public Reply get(String path) {
        return send("GET", path, null);
    }

    public Reply post(String path, Object json) {
        return send("POST", path, json);
    }

    public Reply post(String path) {
        return send("POST", path, null);
    }

    public Reply patch(String path, Object json) {
        return send("PATCH", path, json);
    }

    public Reply put(String path, Object json) {
        return send("PUT", path, json);
    }

    public Reply delete(String path) {
        return send("DELETE", path, null);
    }

    /** @param json serialised as it is; null sends no body */
    public Reply send(String method, String path, @Nullable Object json) {
        return json == null
                ? sendBytes(method, path, null, new byte[0])
                : sendBytes(method, path, "application/json", Json.bytes(json));
    }

    /** Posts JSON and takes any answer, also those of a failing machine that {@code openapi.yaml} does not list. */
    public Reply attempt(String path, Object json) {
        HttpResponse<byte[]> response = answer(request("POST", path, "application/json", Json.bytes(json)));
        return new Reply("POST " + path, response.statusCode(), response.headers(), response.body());
    }

    /** Sends exactly these bytes; an answer that {@code openapi.yaml} does not promise fails the test. */
    public Reply sendBytes(String method, String path, @Nullable String contentType, byte[] body) {
        HttpResponse<byte[]> response = answer(request(method, path, contentType, body));
        return OpenApiAnswers.documented(
                body, new Reply(method + " " + path, response.statusCode(), response.headers(), response.body()));
    }

    /** Opens an event stream; an answer that is none fails the test with its body. */
    public Events events(String method, String path, @Nullable Object json) {
        byte[] body = json == null ? new byte[0] : Json.bytes(json);
        HttpRequest request = request(method, path, json == null ? null : "application/json", body);
        return Events.of(method + " " + path, opened(request));
    }

    /** The answer to a GET that may open a stream without an end: then only its head, and the connection is closed. */
    public Reply begin(String path) {
        HttpResponse<InputStream> response =
                exchange(request("GET", path, null, new byte[0]), HttpResponse.BodyHandlers.ofInputStream());
        boolean endless = response.statusCode() == 200
                && response.headers().firstValue("Content-Type").orElse("").startsWith("text/event-stream");
        try (InputStream body = response.body()) {
            byte[] read = endless ? new byte[0] : body.readAllBytes();
            Reply reply = new Reply("GET " + path, response.statusCode(), response.headers(), read);
            return endless ? reply : OpenApiAnswers.documented(reply);
        } catch (IOException failed) {
            throw new UncheckedIOException(path, failed);
        }
    }

    private HttpRequest request(String method, String path, @Nullable String contentType, byte[] body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(base.resolve(path)).timeout(TIMEOUT);
        if (contentType != null) {
            request.header("Content-Type", contentType);
        }
        if (!headers.isEmpty()) {
            request.headers(headers.toArray(String[]::new));
        }
        return request.method(
                        method,
                        body.length == 0
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
    }

    /**
     * Whoever is turned away before anything was done tries again, as the answer says: a machine that stands still for
     * two seconds turns away those who come while somebody waits for it.
     */
    private HttpResponse<byte[]> answer(HttpRequest request) {
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        HttpResponse<byte[]> response = exchange(request, HttpResponse.BodyHandlers.ofByteArray());
        while (isTurnedAway(response.statusCode(), response.body()) && System.nanoTime() < deadline) {
            LockSupport.parkNanos(Admission.COME_BACK.toNanos());
            response = exchange(request, HttpResponse.BodyHandlers.ofByteArray());
        }
        return response;
    }

    /** The same for a stream; a body of 503 is all there. */
    private HttpResponse<InputStream> opened(HttpRequest request) {
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        HttpResponse<InputStream> response = exchange(request, STREAM_OR_REFUSAL);
        while (isTurnedAway(response) && System.nanoTime() < deadline) {
            LockSupport.parkNanos(Admission.COME_BACK.toNanos());
            response = exchange(request, STREAM_OR_REFUSAL);
        }
        return response;
    }

    private static boolean isTurnedAway(HttpResponse<InputStream> response) {
        if (response.statusCode() != 503) {
            return false;
        }
        try {
            byte[] body = response.body().readAllBytes();
            response.body().reset();
            return isTurnedAway(503, body);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static boolean isTurnedAway(int status, byte[] body) {
        return status == 503 && new String(body, StandardCharsets.UTF_8).contains(Admission.SENTENCE);
    }

    private <T> HttpResponse<T> exchange(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
        try {
            return client.send(request, handler);
        } catch (IOException failed) {
            throw new UncheckedIOException(request.method() + " " + request.uri(), failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", interrupted);
        }
    }
}
