package cms.auth;

import cms.platform.crypto.Hashes;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** The OAuth app of a GitHub-shaped host, as strict as the real one: codes and refresh tokens work once. */
final class StandInGitHost implements AutoCloseable {
    static final String CLIENT = "Iv1.cms";
    static final String SECRET = "host-secret";
    private static final String[] HEADERS = {"Accept", "User-Agent", "X-GitHub-Api-Version"};

    private final HttpServer server;
    private final Map<String, Map<String, String>> grants = new TreeMap<>();
    private final AtomicInteger issued = new AtomicInteger();

    Map<String, Object> user = new LinkedHashMap<>();
    List<Map<String, Object>> emails = List.of();
    String accessToken = "";
    String refreshToken = "";
    int tokenLife;
    int apiStatus = 200;
    final AtomicInteger refreshes = new AtomicInteger();

    StandInGitHost() {
        try {
            server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
    }

    void usual() {
        user = new LinkedHashMap<>(
                Map.of("id", 4711, "login", "ada", "name", "Ada L.", "avatar_url", "https://avatars.example/ada"));
        emails = List.of(email("old@example.com", false, true), email("ada@example.com", true, true));
        tokenLife = 0;
        apiStatus = 200;
    }

    static Map<String, Object> email(String address, boolean primary, boolean verified) {
        return Map.of("email", address, "primary", primary, "verified", verified);
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    String agree(String authorizeUrl) {
        Map<String, String> asked = Browser.query(authorizeUrl);
        if (!authorizeUrl.startsWith(url() + "/login/oauth/authorize?")
                || !CLIENT.equals(asked.get("client_id"))
                || !"S256".equals(asked.get("code_challenge_method"))
                || !asked.get("scope").contains("user:email")) {
            throw new AssertionError("not a request that the host takes: " + authorizeUrl);
        }
        String code = "gh-" + grants.size() + "-" + issued.get();
        grants.put(code, asked);
        return asked.get("redirect_uri") + "?code=" + code + "&state=" + asked.get("state");
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        switch (exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath()) {
            case "POST /login/oauth/access_token" -> token(exchange);
            case "GET /api/v3/user" -> api(exchange, user);
            case "GET /api/v3/user/emails" -> api(exchange, emails);
            default -> StandInIssuer.send(exchange, 404, Map.of());
        }
    }

    /** Refusals are 200 too, as at the real host. */
    private void token(HttpExchange exchange) throws IOException {
        Map<String, String> form = StandInIssuer.form(exchange);
        if (!CLIENT.equals(form.get("client_id")) || !SECRET.equals(form.get("client_secret"))) {
            StandInIssuer.send(exchange, 200, Map.of("error", "incorrect_client_credentials"));
            return;
        }
        boolean good;
        if ("refresh_token".equals(form.get("grant_type"))) {
            refreshes.incrementAndGet();
            good = !refreshToken.isEmpty() && refreshToken.equals(form.get("refresh_token"));
        } else {
            Map<String, String> grant = grants.remove(form.get("code"));
            good = grant != null
                    && grant.get("redirect_uri").equals(form.get("redirect_uri"))
                    && grant.get("code_challenge").equals(Hashes.codeChallenge(form.get("code_verifier")));
        }
        if (!good) {
            StandInIssuer.send(exchange, 200, Map.of("error", "bad_verification_code"));
            return;
        }
        accessToken = "ghu_" + issued.incrementAndGet();
        Map<String, Object> answer = new LinkedHashMap<>(Map.of("access_token", accessToken, "token_type", "bearer"));
        if (tokenLife > 0) {
            refreshToken = "ghr_" + issued.get();
            answer.put("expires_in", tokenLife);
            answer.put("refresh_token", refreshToken);
        }
        StandInIssuer.send(exchange, 200, answer);
    }

    private void api(HttpExchange exchange, Object content) throws IOException {
        for (String name : HEADERS) {
            if (exchange.getRequestHeaders().getFirst(name) == null) {
                StandInIssuer.send(exchange, 403, Map.of("message", name + " is missing"));
                return;
            }
        }
        boolean known =
                ("Bearer " + accessToken).equals(exchange.getRequestHeaders().getFirst("Authorization"));
        StandInIssuer.send(exchange, known ? apiStatus : 401, content);
    }
}
