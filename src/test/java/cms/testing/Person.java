package cms.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Somebody who has signed in through the built-in identity page as a command-line client.
 *
 * @param http sends their access token with every request
 * @param token the access token, also their password for Git
 */
public record Person(String id, String email, String token, String refreshToken, Http http) {
    private static final String CALLBACK = "http://127.0.0.1:9876/callback";
    private static final int REDIRECTS_MAX = 10;

    public static Person signIn(URI base, String email) {
        return signIn(base, email, "git_host");
    }

    /** Signs in with {@code git_host} or {@code web_identity}; the name is the part before the at sign. */
    public static Person signIn(URI base, String email, String provider) {
        Http http = new Http(base);
        JsonNode login = http.post("/api/auth/login?provider=" + provider + "&redirect_uri=" + encode(CALLBACK)
                        + "&state=their-own")
                .is(200)
                .json();
        String name = email.substring(0, email.indexOf('@'));
        String location = login.get("url").asString() + "&login_hint=" + encode(email) + "&name=" + encode(name);
        for (int hop = 0; !location.startsWith(CALLBACK); hop++) {
            assertThat(hop).as("redirects before %s", location).isLessThan(REDIRECTS_MAX);
            location = http.base()
                    .resolve(http.get(location).is(302).header("Location"))
                    .toString();
        }
        assertThat(parameter(location, "state")).isEqualTo("their-own");
        JsonNode verified = http.post("/api/auth/verify", Map.of("code", parameter(location, "code"), "source", "cli"))
                .is(200)
                .json();
        String token = verified.at("/tokens/accessToken").asString();
        return new Person(
                verified.at("/user/id").asString(),
                email,
                token,
                verified.at("/tokens/refreshToken").asString(),
                new Http(base).bearer(token));
    }

    /** The workspace that came with the account. */
    public String primaryWorkspace() {
        for (JsonNode workspace : http.get("/api/workspaces").is(200).json()) {
            boolean owned = workspace.get("role").asString().equals("owner");
            if (owned && workspace.get("type").asString().equals("primary")) {
                return workspace.get("id").asString();
            }
        }
        throw new AssertionError(email + " has no primary workspace");
    }

    /** The same person with the same token at a service that was started again on another port. */
    public Person at(URI base) {
        return new Person(id, email, token, refreshToken, new Http(base).bearer(token));
    }

    /** The address of {@code owner/repo} for {@code git}, with the token as password. */
    public String gitUrl(String repository) {
        URI base = http.base();
        return "%s://x:%s@%s/git/%s.git".formatted(base.getScheme(), token, base.getAuthority(), repository);
    }

    private static String parameter(String url, String name) {
        for (String pair : URI.create(url).getRawQuery().split("&")) {
            if (pair.startsWith(name + "=")) {
                return URLDecoder.decode(pair.substring(name.length() + 1), StandardCharsets.UTF_8);
            }
        }
        throw new AssertionError("no " + name + " in " + url);
    }

    static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
