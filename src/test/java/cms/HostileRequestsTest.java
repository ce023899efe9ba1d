package cms;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.http.Route;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import cms.testing.Http;
import cms.testing.RoutePaths;
import cms.testing.TestApp;
import cms.testing.World;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Every mounted route against headers, paths and queries that no client library would send, byte by byte. */
@Tag("large")
class HostileRequestsTest {
    private static final int TIMEOUT_MILLIS = 60_000;
    private static final Pattern INSIDE = Pattern.compile("Exception|java\\.|jakarta\\.|org\\.eclipse|\\tat ");

    /** By header; each replaces what a plain request carries. */
    private static final Map<String, List<String>> HEADERS = Map.ofEntries(
            Map.entry("Authorization", List.of("", "Bearer", "Bearer \u00ff", "Basic !!!", "Bearer a.b.c", "x, y")),
            Map.entry("Cookie", List.of("cms_session=", "cms_session=\"", "cms_login=\u00ff", ";;=;", "$Version=1")),
            Map.entry(
                    "Content-Type",
                    List.of("", ";", "application/json;charset=zzz", "\u00ff/x", "multipart/form-data")),
            Map.entry("If-Match", List.of("", "\"", "W/", "\"\u00ff\"", "\"a\",", "x".repeat(5_000))),
            Map.entry("If-None-Match", List.of("", "\"", ",,,", "W/\"", "\"x\",".repeat(1_000))),
            Map.entry("Range", List.of("bytes=", "bytes=-", "bytes=9-1", "bytes=99999999999999999999-", "x=0-1")),
            Map.entry("Idempotency-Key", List.of("", "a b", "\u00ff", "x".repeat(256))),
            Map.entry("Last-Event-ID", List.of("-1", "\u00ff", "9".repeat(400))),
            Map.entry("Accept-Encoding", List.of("br;q=x", ";;", "gzip;q=2", "*;q=0")),
            Map.entry("X-Forwarded-For", List.of("x", "[::1", ",,,")),
            Map.entry("Origin", List.of("null", "x", "http://[", "http://evil.example")),
            Map.entry("X-Request-Id", List.of("", "a b", "\u00ff", "x".repeat(5_000))),
            Map.entry("Content-Encoding", List.of("gzip", "zzz")),
            Map.entry("X-HTTP-Method-Override", List.of("DELETE", "FOO")));

    /** What is no text in UTF-8, no escape at all, or means something to one server and nothing to the next. */
    private static final List<String> ESCAPES = List.of(
            "%",
            "%zz", "%f", "%ff", "%c0%af", "%ed%a0%80", "%00", "%0d%0aX:1", "%2e%2e", "%252f", ";a=b", "%u0041", "%7f");

    private static TestApp app;
    private static World world;
    private static RoutePaths paths;
    private static String key;

    @BeforeAll
    static void start() {
        app = TestApp.start();
        world = World.blog(app);
        Http ada = world.ada().http();
        ada.patch(world.p() + "/cdn/settings", Map.of("cdn_enabled", true)).is(200);
        JsonNode minted = ada.post(world.p() + "/cdn/keys", Map.of("name", "site"))
                .is(200)
                .json();
        key = minted.get("key").asString();
        paths = RoutePaths.of(world, "none", minted.get("id").asString(), "cr/none/1-0000");
        ada.get(world.p() + "/activity").is(200);
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    @Test
    void headersAreUnderstoodOrRefused() throws IOException {
        for (Route route : app.routes()) {
            if (route.method() != Route.Method.DELETE && !route.path().equals("/api/auth/logout")) {
                for (Map.Entry<String, List<String>> header : HEADERS.entrySet()) {
                    for (String value : header.getValue()) {
                        check(route, paths.path(route), header.getKey(), value);
                    }
                }
            }
        }
        world.ada().http().get("/api/auth/me").is(200);
        world.ada().http().get(world.p()).is(200);
    }

    /** Shown to fail when the header is left in the request: the account, the workspace and the project were gone. */
    @Test
    void noHeaderTurnsAReadOrAChangeIntoADeletion() throws IOException {
        List<String> before = whatCouldBeDeleted();
        for (Route route : app.routes()) {
            if (route.method() == Route.Method.DELETE) {
                for (String method : List.of("GET", "PATCH", "POST")) {
                    send(route, method, paths.path(route), "X-HTTP-Method-Override", "DELETE");
                }
            }
        }
        assertThat(whatCouldBeDeleted()).isEqualTo(before);
    }

    @Test
    void pathsThatAreNoTextAreRefused() throws IOException {
        for (Route route : app.routes()) {
            for (String parameter : RoutePaths.parameters(route)) {
                String marked = paths.with(parameter, "MARK").path(route);
                for (String escape : ESCAPES) {
                    check(route, marked.replace("MARK", escape), "Accept", "*/*");
                }
            }
        }
        world.ada().http().get(world.p()).is(200);
    }

    @Test
    void queriesThatAreNoTextAreUnderstoodOrRefused() throws IOException {
        for (Route route : app.routes()) {
            if (route.method() == Route.Method.GET) {
                for (String query : RoutePaths.queries(route)) {
                    for (String escape : ESCAPES) {
                        check(route, paths.path(route) + "?" + query + "=" + escape, "Accept", "*/*");
                    }
                    check(route, paths.path(route) + "?" + query + "&" + query + "=1&" + query, "Accept", "*/*");
                }
            }
        }
    }

    /** Nothing that builds, which go on by themselves, change. */
    private static List<String> whatCouldBeDeleted() {
        Http ada = world.ada().http();
        String w = "/api/workspaces/" + world.workspaceId();
        return List.of(
                ada.get("/api/auth/me").text(),
                ada.get(w).text(),
                ada.get(world.p() + "/members").text(),
                ada.get(world.p() + "/cdn/keys").is(200).json().size() + " keys");
    }

    private static void check(Route route, String path, String header, String value) throws IOException {
        Answer answer = send(route, route.method().name(), path, header, value);
        String request = route.method() + " " + path + " with " + header + ": " + value;
        assertThat(answer.status()).as(request).isBetween(200, 499);
        if (answer.status() >= 400) {
            if (answer.body().startsWith("<!doctype html>")) { // told to a person
                assertThat(route.path()).as(request).isEqualTo("/api/oauth/authorize");
                assertThat(answer.body()).as(request).doesNotContainPattern(INSIDE);
                return;
            }
            JsonNode error = Json.parse(answer.body());
            if (route.path().startsWith("/api/oauth/") && error.has("error")) { // the words of RFC 6749
                assertThat(error.propertyNames()).isSubsetOf("error", "error_description");
                assertThat(answer.body()).as(request).doesNotContainPattern(INSIDE);
                return;
            }
            if (error.has("jsonrpc")) { // the envelope of remote tools
                assertThat(error.at("/error/code").asInt() / 100).as(request).isEqualTo(answer.status());
                assertThat(answer.body()).as(request).doesNotContainPattern(INSIDE);
                return;
            }
            assertThat(error.get("statusCode").asInt()).as(request).isEqualTo(answer.status());
            assertThat(error.get("message").asString()).as(request).isNotBlank();
            assertThat(error.propertyNames()).isSubsetOf("statusCode", "message", "code", "data");
            assertThat(answer.body()).as(request).doesNotContainPattern(INSIDE);
        }
    }

    private record Answer(int status, String body) {}

    /** With a body that is no JSON, so that nothing is written; of an event stream only the head is read. */
    private static Answer send(Route route, String method, String path, String header, String value)
            throws IOException {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Host", "localhost");
        boolean keyed = route.surface() == Surface.KEYED;
        headers.put("Authorization", "Bearer " + (keyed ? key : world.ada().token()));
        headers.put("Content-Type", "application/json");
        headers.put(header, value);
        String body = method.equals("GET") || method.equals("DELETE") ? "" : "{";
        headers.put("Content-Length", Integer.toString(body.length()));
        headers.put("Connection", "close");
        StringBuilder request = new StringBuilder(method + " " + path + " HTTP/1.1\r\n");
        headers.forEach((name, text) -> request.append(name + ": " + text + "\r\n"));
        request.append("\r\n").append(body);
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), app.url().getPort())) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.getOutputStream().write(request.toString().getBytes(StandardCharsets.ISO_8859_1));
            InputStream in = socket.getInputStream();
            int status = Integer.parseInt(new String(in.readNBytes("HTTP/1.1 200".length()), StandardCharsets.US_ASCII)
                    .substring("HTTP/1.1 ".length()));
            if (status < 400) {
                return new Answer(status, "");
            }
            String rest = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return new Answer(status, rest.substring(rest.indexOf("\r\n\r\n") + 4));
        }
    }
}
