package cms.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.crypto.Hashes;
import cms.testing.Http;
import cms.testing.Reply;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** An app that is connected with a browser's help, step by step; every parameter can be bent. */
final class AppClient {
    static final String CALLBACK = "http://127.0.0.1:43123/callback";
    static final String VERIFIER = "a-verifier-that-is-long-enough-for-the-rule-0123456789";
    static final String ALL = "project:metadata content:read content:write";

    private final Http http;
    private final String clientId;

    AppClient(URI base, String clientId) {
        this.http = new Http(base);
        this.clientId = clientId;
    }

    /** An app that has registered itself. */
    static AppClient registered(URI base) {
        JsonNode answer = new Http(base)
                .post("/api/oauth/register", Map.of("client_name", "An editor", "redirect_uris", List.of(CALLBACK)))
                .is(201)
                .json();
        return new AppClient(base, answer.path("client_id").asString());
    }

    String id() {
        return clientId;
    }

    /** A browser in which somebody has signed in. */
    static Http browser(URI base, String email, String provider) {
        Http browser = new Http(base);
        String out = browser.get("/api/auth/oauth/" + provider + "?redirect=/")
                .is(302)
                .header("Location");
        String name = email.substring(0, email.indexOf('@'));
        String back = browser.get(out + "&login_hint=" + encode(email) + "&name=" + name)
                .is(302)
                .header("Location");
        browser.get(back).is(302);
        return browser;
    }

    /** The parameters of a good request. */
    Map<String, String> wanted() {
        Map<String, String> query = new LinkedHashMap<>();
        query.put("client_id", clientId);
        query.put("redirect_uri", CALLBACK);
        query.put("response_type", "code");
        query.put("code_challenge", Hashes.codeChallenge(VERIFIER));
        query.put("code_challenge_method", "S256");
        query.put("state", "its own");
        query.put("scope", ALL);
        return query;
    }

    static String path(Map<String, String> query) {
        return "/api/oauth/authorize?" + form(query);
    }

    /** The one-time token of the form on a page. */
    static String formOn(Reply page) {
        Matcher found = Pattern.compile("name=\"form\" value=\"([^\"]+)\"")
                .matcher(page.is(200).text());
        assertThat(found.find()).as(page.text()).isTrue();
        return found.group(1);
    }

    /** What is sent when a person presses a button. */
    static Reply decide(Http browser, String path, String form, String projectId, String decision, String scopes) {
        List<String> pairs = new ArrayList<>(
                List.of("form=" + encode(form), "project=" + encode(projectId), "decision=" + decision));
        List.of(scopes.split(" ")).forEach(scope -> pairs.add("scope=" + encode(scope)));
        return send(browser, path, String.join("&", pairs));
    }

    /** A code, after the person has allowed all that is asked. */
    String code(Http browser, String projectId, Map<String, String> query) {
        String path = path(query);
        Reply back = decide(browser, path, formOn(browser.get(path)), projectId, "allow", query.get("scope"));
        Map<String, String> answered = query(back.is(303).header("Location"));
        assertThat(answered)
                .containsEntry("state", "its own")
                .containsEntry("iss", http.base().toString().replaceAll("/$", ""))
                .containsKey("code");
        return answered.get("code");
    }

    /** What a code is redeemed with. */
    Map<String, String> redemption(String code) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("grant_type", "authorization_code");
        fields.put("client_id", clientId);
        fields.put("code", code);
        fields.put("code_verifier", VERIFIER);
        fields.put("redirect_uri", CALLBACK);
        return fields;
    }

    Reply token(Map<String, String> fields) {
        return send(http, "/api/oauth/token", form(fields));
    }

    Reply refresh(String refreshToken) {
        return token(Map.of("grant_type", "refresh_token", "client_id", clientId, "refresh_token", refreshToken));
    }

    void giveBack(String token) {
        send(http, "/api/oauth/revoke", form(Map.of("token", token, "client_id", clientId)))
                .is(200);
    }

    /** Tokens for a project, the whole way. */
    JsonNode connect(Http browser, String projectId, Map<String, String> query) {
        return token(redemption(code(browser, projectId, query))).is(200).json();
    }

    /** The parameters that a browser brings to a URL. */
    static Map<String, String> query(String url) {
        return List.of(url.substring(url.indexOf('?') + 1).split("&")).stream()
                .map(pair -> pair.split("=", 2))
                .collect(Collectors.toMap(
                        pair -> pair[0], pair -> URLDecoder.decode(pair[1], StandardCharsets.UTF_8), (a, b) -> a));
    }

    static Reply send(Http from, String path, String form) {
        return from.sendBytes("POST", path, "application/x-www-form-urlencoded", form.getBytes(StandardCharsets.UTF_8));
    }

    static String form(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + encode(field.getValue()))
                .collect(Collectors.joining("&"));
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
