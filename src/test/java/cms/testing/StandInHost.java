package cms.testing;

import cms.platform.json.Json;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.interfaces.RSAPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A GitHub-shaped host by its REST interface, over real bare repositories: as strict as the real one about who asks,
 * with shapes that its published description gave as examples, and with faults to switch on. It remembers every
 * exchange; with the environment variable {@code GITHOST_EXCHANGES} each process writes them, one a line, into a file
 * of its own in that folder: long lines that two append to one file get mixed.
 */
public final class StandInHost implements AutoCloseable {
    public static final String APP_ID = "4242";
    public static final String CLIENT = "Iv1.standin";
    public static final String CLIENT_SECRET = "client-secret";
    public static final String WEBHOOK_SECRET = "notice-secret";
    static final String API = "/api/v3";
    private static final List<String> HEADERS = List.of("Accept", "User-Agent", "X-GitHub-Api-Version");
    private static final KeyPair KEYS = keys();
    private static final String EXCHANGES = System.getenv("GITHOST_EXCHANGES");

    /** What becomes of calls whose {@code METHOD path} matches. */
    public record Fault(String calls, int status, Map<String, String> headers, AtomicInteger times) {}

    private static final int HANG = -1;
    private static final int CUT = -2;
    private static final int GARBAGE = -3;

    private final HttpServer server;
    private final HttpClient forward = HttpClient.newHttpClient();
    private final Path folder;
    private final Map<String, String> codes = new ConcurrentHashMap<>();
    private final Map<String, Integer> userTokens = new ConcurrentHashMap<>();
    private final Map<String, Instant> userTokenEnds = new ConcurrentHashMap<>();
    private final Map<String, Integer> refreshTokens = new ConcurrentHashMap<>();
    private final AtomicInteger refreshes = new AtomicInteger();
    private final Map<String, Long> tokens = new ConcurrentHashMap<>();
    private final Map<String, Instant> tokenEnds = new ConcurrentHashMap<>();
    private final List<Fault> faults = new CopyOnWriteArrayList<>();
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final List<String> unexpected = new CopyOnWriteArrayList<>();
    private final List<String> foreignCodes = new CopyOnWriteArrayList<>();
    private final AtomicInteger issued = new AtomicInteger();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final HostAnswersOfStandIn answers;

    /** Who it is and what it has; tests change it. */
    public final HostWorld world;

    /** The host's clock, which judges signatures and ends tokens. */
    public volatile InstantSource clock = InstantSource.system();

    /** Where Git itself is served: the URL of a {@link RemoteGit} over the same folder, and its only password. */
    public volatile Optional<URI> git = Optional.empty();

    public volatile String gitPassword = "";

    /** Seconds that tokens of people live from now on, with a refresh token that works once; 0 for without an end. */
    public volatile int userTokenSeconds;

    private StandInHost(Path folder, HttpServer server) {
        this.folder = folder;
        this.server = server;
        this.world = new HostWorld(folder);
        this.answers = new HostAnswersOfStandIn(
                world, "http://127.0.0.1:" + server.getAddress().getPort());
    }

    public static StandInHost in(Path folder) {
        try {
            Files.createDirectories(folder);
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            StandInHost host = new StandInHost(folder, server);
            server.createContext("/", host::answer);
            server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            server.start();
            return host;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** What the service needs to use this host, and nothing else. */
    public Map<String, String> settings() {
        return Map.of(
                "CMS_GIT_HOST_API_URL",
                url() + API,
                "CMS_GIT_HOST_WEB_URL",
                url(),
                "CMS_GIT_HOST_APP_ID",
                APP_ID,
                "CMS_GIT_HOST_PRIVATE_KEY",
                privateKey(),
                "CMS_GIT_HOST_CLIENT_ID",
                CLIENT,
                "CMS_GIT_HOST_CLIENT_SECRET",
                CLIENT_SECRET,
                "CMS_GIT_HOST_WEBHOOK_SECRET",
                WEBHOOK_SECRET,
                // Whatever hangs here, a test hangs it; a slow machine must not.
                "CMS_GIT_HOST_ANSWER_SECONDS",
                "60",
                "CMS_GIT_HOST_FIRST_FETCH_SECONDS",
                "60");
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    public Path folder() {
        return folder;
    }

    public static String privateKey() {
        return "-----BEGIN PRIVATE KEY-----\n"
                + Base64.getMimeEncoder().encodeToString(KEYS.getPrivate().getEncoded())
                + "\n-----END PRIVATE KEY-----\n";
    }

    /** Signs in a person of this host at the service, as a command-line client does. */
    public Person signIn(TestApp app, String login) {
        return signIn(app.url(), login);
    }

    public Person signIn(URI service, String login) {
        Http http = new Http(service);
        JsonNode start = http.post(
                        "/api/auth/login?provider=git_host&redirect_uri=http://127.0.0.1:9876/callback&state=s")
                .is(200)
                .json();
        String back = location(URI.create(start.get("url").asString() + "&login=" + login));
        String end = back.startsWith("http://127.0.0.1:9876/") ? back : location(URI.create(back));
        String code = end.replaceFirst(".*[?&]code=([^&]*).*", "$1");
        JsonNode verified = http.post("/api/auth/verify", Map.of("code", code, "source", "cli"))
                .is(200)
                .json();
        String token = verified.at("/tokens/accessToken").asString();
        return new Person(
                verified.at("/user/id").asString(),
                login + "@example.com",
                token,
                verified.at("/tokens/refreshToken").asString(),
                new Http(service).bearer(token));
    }

    /** Somebody who has signed in with a browser: nothing but their cookies says who they are. */
    public Http browser(URI service, String login) {
        Http http = new Http(service);
        String out = http.get("/api/auth/oauth/git_host?redirect=/").is(302).header("Location");
        URI back = URI.create(location(URI.create(out + "&login=" + login)));
        http.get(back.getRawPath() + "?" + back.getRawQuery()).is(302);
        return http;
    }

    /** Calls of the REST interface since the last time, as {@code METHOD /path}, sign-in left out. */
    public List<String> calls() {
        synchronized (calls) { // a call that comes between the two lines is one of the next time
            List<String> seen = List.copyOf(calls);
            calls.clear();
            return seen;
        }
    }

    /** Requests that no host would understand; a test ends with none. */
    public List<String> unexpected() {
        return List.copyOf(unexpected);
    }

    /** Codes of sign-ins that it was to exchange and had not made out, or had exchanged before. */
    public List<String> foreignCodes() {
        return List.copyOf(foreignCodes);
    }

    public void status(String callsMatching, int status, int times, Map<String, String> headers) {
        faults.add(new Fault(callsMatching, status, headers, new AtomicInteger(times)));
    }

    public void hang(String callsMatching, int times) {
        status(callsMatching, HANG, times, Map.of());
    }

    public void cut(String callsMatching, int times) {
        status(callsMatching, CUT, times, Map.of());
    }

    public void garbage(String callsMatching, int times) {
        status(callsMatching, GARBAGE, times, Map.of());
    }

    public void noFaults() {
        faults.clear();
    }

    /** A token of the installation that covers a repository, as the app gets it. */
    public String tokenFor(HostWorld.Repo repo) {
        return ((ObjectNode)
                        installationToken(world.covering(repo).orElseThrow().id).body())
                .get("token")
                .asString();
    }

    /** Every token that was given so far stops working. */
    public void revokeTokens() {
        tokens.clear();
    }

    /** How often tokens of people were refreshed. */
    public int refreshes() {
        return refreshes.get();
    }

    public void revokeUserTokens() {
        userTokens.clear();
    }

    @Override
    public void close() {
        stopped.countDown();
        server.stop(0);
        forward.close();
    }

    private void answer(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        String path = exchange.getRequestURI().getRawPath();
        try {
            if (path.startsWith(API + "/")) {
                api(exchange, path.substring(API.length()), body);
            } else if (path.equals(API)) {
                send(exchange, 200, Json.object(), Map.of()); // whether anybody is there
            } else if (path.equals("/login/oauth/authorize")) {
                agree(exchange);
            } else if (path.equals("/login/oauth/access_token")) {
                userToken(exchange, new String(body, StandardCharsets.UTF_8));
            } else if (path.equals("/git-allowed")) {
                exchange.getResponseHeaders().set("WWW-Authenticate", "Basic realm=\"Git\"");
                exchange.sendResponseHeaders(tokens.containsKey(password(exchange)) ? 204 : 401, -1);
                exchange.close();
            } else if (path.contains(".git/") && git.isPresent()) {
                forward(exchange, git.get(), body);
            } else {
                unexpected.add(exchange.getRequestMethod() + " " + path);
                send(exchange, 404, Json.object().put("message", "Not Found"), Map.of());
            }
        } catch (RuntimeException broken) {
            unexpected.add(exchange.getRequestMethod() + " " + path + " " + broken);
            send(exchange, 500, Json.object().put("message", String.valueOf(broken)), Map.of());
        }
    }

    private void api(HttpExchange exchange, String path, byte[] body) throws IOException {
        String call = exchange.getRequestMethod() + " " + path;
        boolean signIn = path.equals("/user") || path.equals("/user/emails");
        if (!signIn) {
            synchronized (calls) {
                calls.add(call);
            }
        }
        for (String header : HEADERS) {
            if (exchange.getRequestHeaders().getFirst(header) == null) {
                unexpected.add(call + " without " + header);
            }
        }
        Optional<Fault> fault = faults.stream()
                .filter(one -> call.matches(one.calls()))
                .filter(one -> one.times().getAndDecrement() > 0)
                .findFirst();
        if (fault.isPresent()) {
            fail(exchange, fault.get());
            return;
        }
        JsonNode json = body.length == 0 ? Json.object() : Json.parse(body);
        HostAnswer answer = respond(exchange, path, json);
        if (answer.status() == 200 && exchange.getRequestMethod().equals("GET")) {
            String tag = "\"" + Integer.toHexString(answer.body().hashCode()) + "\"";
            exchange.getResponseHeaders().set("ETag", tag);
            if (tag.equals(exchange.getRequestHeaders().getFirst("If-None-Match"))) {
                exchange.sendResponseHeaders(304, -1);
                exchange.close();
                return;
            }
        }
        record(exchange, path, body, answer);
        send(exchange, answer.status(), answer.body(), answer.headers());
    }

    private HostAnswer respond(HttpExchange exchange, String path, JsonNode json) {
        String given = exchange.getRequestHeaders().getFirst("Authorization");
        String token = given != null && given.startsWith("Bearer ") ? given.substring(7) : "";
        Map<String, String> query = query(exchange.getRequestURI().getRawQuery());
        String method = exchange.getRequestMethod();
        if (path.equals("/app") || path.startsWith("/app/") || path.matches("/repos/[^/]+/[^/]+/installation")) {
            if (!isApp(token)) {
                return HostAnswer.error(401, "A JSON web token could not be decoded");
            }
            Optional<Long> asksToken = path.matches("/app/installations/\\d+/access_tokens") && method.equals("POST")
                    ? Optional.of(Long.parseLong(path.split("/")[3]))
                    : Optional.empty();
            return asksToken.isPresent() ? installationToken(asksToken.get()) : answers.asApp(path);
        }
        Instant end = tokenEnds.get(token);
        if (tokens.containsKey(token) && end != null && clock.instant().isBefore(end)) {
            return answers.asInstallation(tokens.get(token), method, path, query, json);
        }
        Instant userEnd = userTokenEnds.get(token);
        if (userTokens.containsKey(token) && (userEnd == null || clock.instant().isBefore(userEnd))) {
            return answers.asPerson(userTokens.get(token), method, path, query, json);
        }
        return HostAnswer.error(401, "Bad credentials");
    }

    private HostAnswer installationToken(long installationId) {
        HostWorld.Installed installed = world.installations.get(installationId);
        if (installed == null) {
            return HostAnswer.error(404, "Not Found");
        }
        if (installed.suspended) {
            return HostAnswer.error(403, "This installation has been suspended");
        }
        String token = "ghs_" + issued.incrementAndGet();
        Instant end = clock.instant().plus(Duration.ofHours(1));
        tokens.put(token, installationId);
        tokenEnds.put(token, end);
        return new HostAnswer(201, answers.token(token, end), Map.of());
    }

    private boolean isApp(String token) {
        try {
            SignedJWT jwt = SignedJWT.parse(token);
            var claims = jwt.getJWTClaimsSet();
            Instant now = clock.instant();
            Instant begins = claims.getIssueTime().toInstant();
            Instant ends = claims.getExpirationTime().toInstant();
            return jwt.verify(new RSASSAVerifier((RSAPublicKey) KEYS.getPublic()))
                    && jwt.getHeader().getAlgorithm().getName().equals("RS256")
                    && APP_ID.equals(claims.getIssuer())
                    && !begins.isAfter(now)
                    && ends.isAfter(now)
                    && !ends.isAfter(now.plus(Duration.ofMinutes(10)));
        } catch (java.text.ParseException | com.nimbusds.jose.JOSEException | RuntimeException noToken) {
            return false;
        }
    }

    /** The page of the host: a person agrees, named in the query by the test. */
    private void agree(HttpExchange exchange) throws IOException {
        Map<String, String> query = query(exchange.getRequestURI().getRawQuery());
        String code = "code-" + issued.incrementAndGet();
        codes.put(code, query.getOrDefault("login", "ada"));
        exchange.getResponseHeaders()
                .set("Location", query.get("redirect_uri") + "?code=" + code + "&state=" + query.get("state"));
        exchange.sendResponseHeaders(302, -1);
        exchange.close();
    }

    private void userToken(HttpExchange exchange, String form) throws IOException {
        Map<String, String> given = query(form);
        boolean refreshed = given.getOrDefault("grant_type", "").equals("refresh_token");
        String login = codes.remove(given.getOrDefault("code", ""));
        Integer person = refreshed
                ? refreshTokens.remove(given.getOrDefault("refresh_token", ""))
                : login == null ? null : Integer.valueOf(world.personId(login));
        if (!refreshed && person == null) {
            foreignCodes.add(given.getOrDefault("code", ""));
        }
        if (person == null) {
            String error = refreshed ? "bad_refresh_token" : "bad_verification_code";
            send(exchange, 200, Json.object().put("error", error), Map.of());
            return;
        }
        refreshes.addAndGet(refreshed ? 1 : 0);
        String token = "ghu_" + issued.incrementAndGet();
        userTokens.put(token, person);
        ObjectNode json = Json.object().put("access_token", token).put("token_type", "bearer");
        if (userTokenSeconds > 0) {
            String refresh = "ghr_" + issued.incrementAndGet();
            refreshTokens.put(refresh, person);
            userTokenEnds.put(token, clock.instant().plusSeconds(userTokenSeconds));
            json.put("expires_in", userTokenSeconds)
                    .put("refresh_token", refresh)
                    .put("refresh_token_expires_in", 15_897_600);
        }
        send(exchange, 200, json, Map.of());
    }

    private static String password(HttpExchange exchange) {
        String basic = exchange.getRequestHeaders().getFirst("Authorization");
        return basic == null || !basic.startsWith("Basic ")
                ? ""
                : new String(Base64.getDecoder().decode(basic.substring(6)), StandardCharsets.UTF_8)
                        .replaceFirst("^[^:]*:", "");
    }

    private void forward(HttpExchange exchange, URI to, byte[] body) throws IOException {
        if (!tokens.containsKey(password(exchange))) {
            exchange.sendResponseHeaders(401, -1);
            exchange.close();
            return;
        }
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(to + exchange.getRequestURI().toString()))
                .method(
                        exchange.getRequestMethod(),
                        body.length == 0
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofByteArray(body))
                .header(
                        "Authorization",
                        "Basic "
                                + Base64.getEncoder()
                                        .encodeToString(
                                                ("x-access-token:" + gitPassword).getBytes(StandardCharsets.UTF_8)));
        for (String header : List.of("Content-Type", "Content-Encoding", "Git-Protocol", "Accept")) {
            String value = exchange.getRequestHeaders().getFirst(header);
            if (value != null) {
                request.header(header, value);
            }
        }
        try {
            HttpResponse<byte[]> response = forward.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            response.headers()
                    .firstValue("Content-Type")
                    .ifPresent(type -> exchange.getResponseHeaders().set("Content-Type", type));
            for (String header : List.of("Retry-After", "X-RateLimit-Remaining", "X-RateLimit-Reset")) {
                response.headers()
                        .firstValue(header)
                        .ifPresent(value -> exchange.getResponseHeaders().set(header, value));
            }
            exchange.sendResponseHeaders(
                    response.statusCode(), response.body().length == 0 ? -1 : response.body().length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(response.body());
            }
        } catch (IOException | InterruptedException cut) {
            exchange.close();
        }
    }

    private void fail(HttpExchange exchange, Fault fault) throws IOException {
        switch (fault.status()) {
            case HANG -> {
                try {
                    stopped.await();
                } catch (InterruptedException stopping) {
                    Thread.currentThread().interrupt();
                }
                exchange.close();
            }
            case CUT -> {
                exchange.sendResponseHeaders(200, 10_000);
                exchange.getResponseBody().write("{\"id\":".getBytes(StandardCharsets.UTF_8));
                exchange.getResponseBody().flush();
                exchange.close();
            }
            case GARBAGE -> {
                byte[] page = "<html>a proxy's page</html>".getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(200, page.length);
                exchange.getResponseBody().write(page);
                exchange.close();
            }
            default ->
                send(
                        exchange,
                        fault.status(),
                        Json.object().put("message", "switched on").put("documentation_url", "https://docs.example"),
                        fault.headers());
        }
    }

    private static void send(HttpExchange exchange, int status, JsonNode json, Map<String, String> headers)
            throws IOException {
        byte[] bytes = Json.bytes(json);
        headers.forEach(exchange.getResponseHeaders()::set);
        exchange.getResponseHeaders().set("Content-Type", "application/json; charset=utf-8");
        exchange.sendResponseHeaders(status, status == 204 ? -1 : bytes.length);
        if (status != 204) {
            exchange.getResponseBody().write(bytes);
        }
        exchange.close();
    }

    private static void record(HttpExchange exchange, String path, byte[] body, HostAnswer answer) throws IOException {
        if (EXCHANGES == null) {
            return;
        }
        ObjectNode line = Json.object()
                .put("method", exchange.getRequestMethod())
                .put("path", path)
                .put("query", exchange.getRequestURI().getRawQuery())
                .put("status", answer.status());
        if (body.length > 0) {
            line.set("request", Json.parse(body));
        }
        line.set("answer", answer.body());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(Json.bytes(line));
        out.write('\n');
        Path file = Files.createDirectories(Path.of(EXCHANGES))
                .resolve(ProcessHandle.current().pid() + ".jsonl");
        synchronized (KEYS) {
            Files.write(file, out.toByteArray(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
    }

    private String location(URI url) {
        try (HttpClient client = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NEVER)
                .build()) {
            return client.send(HttpRequest.newBuilder(url).build(), HttpResponse.BodyHandlers.discarding())
                    .headers()
                    .firstValue("Location")
                    .orElseThrow(() -> new AssertionError(url + " leads nowhere"));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    static Map<String, String> query(String raw) {
        Map<String, String> all = new TreeMap<>();
        for (String pair : raw == null ? new String[0] : raw.split("&")) {
            String[] parts = pair.split("=", 2);
            all.put(parts[0], parts.length < 2 ? "" : URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
        }
        return all;
    }

    private static KeyPair keys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return generator.generateKeyPair();
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** One answer of the REST interface. */
    record HostAnswer(int status, JsonNode body, Map<String, String> headers) {
        static HostAnswer ok(JsonNode body) {
            return new HostAnswer(200, body, Map.of());
        }

        static HostAnswer error(int status, String message) {
            ObjectNode body = Json.object()
                    .put("message", message)
                    .put("documentation_url", "https://docs.github.com/rest")
                    .put("status", Integer.toString(status));
            return new HostAnswer(status, body, Map.of());
        }
    }
}
