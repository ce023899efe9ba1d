package cms.auth;

import cms.platform.http.edge.Admission;
import cms.platform.json.Json;
import cms.testing.OpenApiAnswers;
import cms.testing.Reply;
import cms.testing.TestApp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.JsonNode;

/** A client whose cookies a test can read, change and take away. */
public final class Browser {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private static final int TRIES_MAX = 60;

    private final URI base;
    private final Map<String, String> cookies = new TreeMap<>();
    private final Map<String, String> headers = new LinkedHashMap<>();

    public Browser(TestApp app) {
        this.base = app.url();
    }

    public Browser with(String header, String value) {
        headers.put(header, value);
        return this;
    }

    public Optional<String> cookie(String name) {
        return Optional.ofNullable(cookies.get(name));
    }

    public Browser setCookie(String name, String value) {
        cookies.put(name, value);
        return this;
    }

    public Seen get(String path) {
        return send("GET", path, null);
    }

    public Seen post(String path, Map<String, ?> json) {
        return send("POST", path, Json.text(json));
    }

    /** Sends text as JSON; null sends no body. */
    public Seen send(String method, String path, String json) {
        HttpRequest.Builder request = HttpRequest.newBuilder(base.resolve(path));
        if (json != null) {
            request.header("Content-Type", "application/json");
        }
        if (!cookies.isEmpty()) {
            StringBuilder all = new StringBuilder();
            cookies.forEach((name, value) -> all.append(all.isEmpty() ? "" : "; ")
                    .append(name)
                    .append('=')
                    .append(value));
            request.header("Cookie", all.toString());
        }
        headers.forEach(request::header);
        request.method(
                method, json == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(json));
        try {
            HttpResponse<String> response = answer(request.build());
            response.headers().allValues("Set-Cookie").forEach(this::keep);
            if (response.uri().getAuthority().equals(base.getAuthority())) {
                byte[] sent = json == null ? new byte[0] : json.getBytes(StandardCharsets.UTF_8);
                byte[] came = response.body().getBytes(StandardCharsets.UTF_8);
                OpenApiAnswers.documented(
                        sent,
                        new Reply(
                                method + " " + response.uri().getRawPath(),
                                response.statusCode(),
                                response.headers(),
                                came));
            }
            return new Seen(
                    response.statusCode(),
                    response.headers().firstValue("Location").orElse(""),
                    String.join("\n", response.headers().allValues("Set-Cookie")),
                    response.body());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    /**
     * Whoever is turned away, because the machine stood still while somebody waited, tries again as the answer says.
     */
    private static HttpResponse<String> answer(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<String> response = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
        for (int tries = 0; tries < TRIES_MAX && response.body().contains(Admission.SENTENCE); tries++) {
            LockSupport.parkNanos(Admission.COME_BACK.toNanos());
            response = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
        }
        return response;
    }

    /** Begins a web sign-in and follows it to the page that has the code; returns that URL's query. */
    public Map<String, String> toCallback(String provider, String email) {
        JsonNode login = post("/api/auth/login", Map.of("provider", provider)).json();
        return query(new Browser(base).follow(login.get("url").asString() + "&login_hint=" + encode(email)));
    }

    /** The whole web sign-in; the session cookie is kept. */
    public JsonNode signIn(String provider, String email) {
        return post("/api/auth/verify", toCallback(provider, email)).json().get("user");
    }

    /** One GET without any cookie; returns where it redirects to. */
    public String follow(String url) {
        return get(url).location();
    }

    static Map<String, String> query(String url) {
        Map<String, String> query = new TreeMap<>();
        for (String pair : URI.create(url).getRawQuery().split("&")) {
            String[] parts = pair.split("=", 2);
            query.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
        }
        return query;
    }

    static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private Browser(URI base) {
        this.base = base;
    }

    private void keep(String setCookie) {
        String[] pair = setCookie.split(";", 2)[0].split("=", 2);
        if (setCookie.contains("Max-Age=0;")) {
            cookies.remove(pair[0]);
        } else {
            cookies.put(pair[0], pair[1]);
        }
    }

    /** What a browser sees of an answer. */
    public record Seen(int status, String location, String setCookie, String text) {
        public JsonNode json() {
            return Json.parse(text);
        }
    }
}
