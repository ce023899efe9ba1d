package cms.auth;

import cms.platform.crypto.Hashes;
import cms.platform.json.Json;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** A strict OpenID Connect issuer in memory whose every answer a test can bend. */
final class StandInIssuer implements AutoCloseable {
    static final String CLIENT = "cms-client";
    static final String SECRET = "issuer secret + more";

    /** Made once: it takes longer than most tests that use it. */
    private static final RSAKey FIRST = newKey("first");

    private final HttpServer server;
    private final InstantSource clock;
    private final String scheme;
    private final Map<String, Map<String, String>> grants = new TreeMap<>();
    final List<String> heard = new ArrayList<>();

    RSAKey key = FIRST;
    Map<String, Object> person = new LinkedHashMap<>();
    Consumer<Map<String, Object>> claims = all -> {};
    UnaryOperator<String> idToken = text -> text;
    Function<Map<String, Object>, Map<String, Object>> discovery = all -> all;
    int tokenStatus = 200;

    StandInIssuer(InstantSource clock) {
        this(clock, null);
    }

    /** @param tls what it shows to those who connect; null speaks in the clear */
    StandInIssuer(InstantSource clock, @Nullable SSLContext tls) {
        this.clock = clock;
        this.scheme = tls == null ? "http" : "https";
        try {
            InetSocketAddress free = new InetSocketAddress("127.0.0.1", 0);
            server = tls == null ? HttpServer.create(free, 0) : secured(HttpsServer.create(free, 0), tls);
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
    }

    private static HttpServer secured(HttpsServer server, SSLContext tls) {
        server.setHttpsConfigurator(new HttpsConfigurator(tls));
        return server;
    }

    String url() {
        return scheme + "://127.0.0.1:" + server.getAddress().getPort();
    }

    void usual() {
        person = new LinkedHashMap<>(
                Map.of("sub", "sub-ada", "email", "ada@example.com", "email_verified", true, "name", "Ada Lovelace"));
        claims = all -> {};
        idToken = text -> text;
        discovery = all -> all;
        tokenStatus = 200;
    }

    static RSAKey newKey(String id) {
        try {
            return new RSAKeyGenerator(2048).keyID(id).generate();
        } catch (JOSEException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    String sign(Map<String, Object> content, JWSHeader header, RSAKey with) {
        try {
            JWSObject token = new JWSObject(header, new Payload(Json.text(content)));
            token.sign(new RSASSASigner(with));
            return token.serialize();
        } catch (JOSEException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** The person agrees: where the browser goes with the code. */
    String agree(String authorizeUrl) {
        Map<String, String> asked = Browser.query(authorizeUrl);
        if (!"code".equals(asked.get("response_type"))
                || !CLIENT.equals(asked.get("client_id"))
                || !"S256".equals(asked.get("code_challenge_method"))
                || asked.getOrDefault("nonce", "").length() < 32
                || !asked.getOrDefault("scope", "").contains("openid")) {
            throw new AssertionError("not a request that a strict issuer takes: " + authorizeUrl);
        }
        String code = "code-" + grants.size();
        grants.put(code, asked);
        return asked.get("redirect_uri") + "?code=" + code + "&state=" + asked.get("state") + "&iss="
                + URLEncoder.encode(url(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        synchronized (heard) {
            heard.add(path);
        }
        switch (path) {
            case "/.well-known/openid-configuration" -> send(exchange, 200, discovery.apply(document()));
            case "/keys" -> send(exchange, 200, new JWKSet(key.toPublicJWK()).toJSONObject());
            case "/token" -> token(exchange);
            case "/userinfo" -> send(exchange, 200, person);
            default -> send(exchange, 404, Map.of());
        }
    }

    private Map<String, Object> document() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("issuer", url());
        all.put("authorization_endpoint", url() + "/authorize?tenant=1");
        all.put("token_endpoint", url() + "/token");
        all.put("jwks_uri", url() + "/keys");
        all.put("userinfo_endpoint", url() + "/userinfo");
        all.put("authorization_response_iss_parameter_supported", true);
        return all;
    }

    private void token(HttpExchange exchange) throws IOException {
        Map<String, String> form = form(exchange);
        Map<String, String> grant = grants.remove(form.get("code"));
        String basic = URLEncoder.encode(CLIENT, StandardCharsets.UTF_8) + ":"
                + URLEncoder.encode(SECRET, StandardCharsets.UTF_8);
        String expected = "Basic " + Base64.getEncoder().encodeToString(basic.getBytes(StandardCharsets.UTF_8));
        if (!expected.equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
            send(exchange, 401, Map.of("error", "invalid_client"));
        } else if (grant == null
                || !grant.get("redirect_uri").equals(form.get("redirect_uri"))
                || !grant.get("code_challenge").equals(Hashes.codeChallenge(form.get("code_verifier")))) {
            send(exchange, 400, Map.of("error", "invalid_grant"));
        } else {
            String token = idToken.apply(sign(
                    claimsFor(grant),
                    new JWSHeader.Builder(JWSAlgorithm.RS256)
                            .keyID(key.getKeyID())
                            .build(),
                    key));
            send(exchange, tokenStatus, Map.of("access_token", "at", "token_type", "Bearer", "id_token", token));
        }
    }

    Map<String, Object> claimsFor(Map<String, String> grant) {
        long now = clock.instant().getEpochSecond();
        Map<String, Object> all = new LinkedHashMap<>(person);
        all.put("iss", url());
        all.put("aud", CLIENT);
        all.put("iat", now);
        all.put("exp", now + 300);
        all.put("nonce", grant.get("nonce"));
        claims.accept(all);
        return all;
    }

    static Map<String, String> form(HttpExchange exchange) throws IOException {
        Map<String, String> form = new TreeMap<>();
        for (String pair : new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8).split("&")) {
            String[] parts = pair.split("=", 2);
            form.put(parts[0], parts.length < 2 ? "" : URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
        }
        return form;
    }

    static void send(HttpExchange exchange, int status, Object json) throws IOException {
        byte[] bytes = Json.bytes(json);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
