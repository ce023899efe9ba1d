package cms.upkeep;

import cms.platform.failure.Failure;
import cms.platform.json.Json;
import cms.platform.net.WebAnswer;
import cms.platform.net.WebClient;
import cms.platform.net.WebRequest;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * {@code login <url>}: signs a person in at a service with their browser, makes a personal access token with the scope
 * for Git, and stores it with {@code git credential}, so that clones and pushes ask for no password.
 */
public final class Login {
    private static final int DONE = 0;
    private static final int FAILED = 1;
    private static final int REFUSED = 2;
    private static final List<String> PROVIDERS = List.of("git_host", "web_identity");
    private static final int NAME_CHARS_MAX = 60;

    private final WebClient service;
    private final GitCredentials credentials;
    private final PrintStream out;
    private final PrintStream err;

    /**
     * @param service client for the address that the person entered
     * @param environment of {@code git}
     */
    public Login(WebClient service, Map<String, String> environment, PrintStream out, PrintStream err) {
        this.service = service;
        this.credentials = new GitCredentials(environment);
        this.out = out;
        this.err = err;
    }

    /** Whether these arguments of the command line call this command. */
    public static boolean isMeant(List<String> arguments) {
        return !arguments.isEmpty() && arguments.getFirst().equals("login");
    }

    /** Returns the exit code: 0 done, 1 the service or Git failed, 2 refused with a sentence. */
    public int run(List<String> arguments) {
        try {
            if (arguments.size() != 2) {
                throw Failure.invalid("Say: login <url>, the address of the service.");
            }
            signIn(address(arguments.get(1)));
            return DONE;
        } catch (Failure refused) {
            err.println(refused.message());
            return switch (refused.kind()) {
                case INVALID, UNAUTHENTICATED, FORBIDDEN -> REFUSED;
                default -> FAILED;
            };
        } catch (IOException broken) {
            err.println("That did not work: " + broken.getMessage());
            return FAILED;
        }
    }

    private void signIn(URI url) throws IOException {
        try (SignInCallback callback = SignInCallback.open()) {
            out.println("Open this in a browser and sign in:\n  " + start(url, callback));
            out.flush();
            JsonNode person =
                    answer(url, "/api/auth/verify", Optional.empty(), Map.of("code", callback.code(), "source", "cli"));
            JsonNode token = answer(
                    url,
                    "/api/auth/tokens",
                    Optional.of(text(person, "/tokens/accessToken")),
                    Map.of("name", name(), "scopes", List.of("read", "write", "git")));
            String helper = credentials.keep(url, text(person, "/user/email"), text(token, "/token"));
            out.println("Signed in as " + text(person, "/user/email") + ". Git knows the way now (" + helper + "):\n"
                    + "  git clone " + url + "/git/<owner>/<name>.git\n"
                    + "The access token \"" + name() + "\" is good until " + text(token, "/expiresAt")
                    + "; end it in the settings of your account.");
        }
    }

    /** The URL for signing in, with the first provider that the service has. */
    private String start(URI url, SignInCallback callback) {
        Failure last = Failure.invalid("There is no way to sign in.");
        for (String provider : PROVIDERS) {
            String query = "?provider=" + provider + "&redirect_uri=" + encode(callback.address()) + "&state="
                    + encode(callback.state());
            try {
                return text(answer(url, "/api/auth/login" + query, Optional.empty(), Map.of()), "/url");
            } catch (Failure refused) {
                last = refused;
            }
        }
        throw last;
    }

    private JsonNode answer(URI url, String path, Optional<String> token, Map<String, Object> body) {
        WebRequest request = WebRequest.post(URI.create(url + path), "application/json", Json.bytes(body));
        WebAnswer answer = service.send(token.map(bearer -> request.with("Authorization", "Bearer " + bearer))
                .orElse(request));
        Optional<JsonNode> json = answer.json();
        if (!answer.isSuccess() || json.isEmpty()) {
            String why = json.map(found -> found.path("message").asString("")).orElse("this is no cms");
            throw Failure.invalid(url + " answered " + answer.status() + ": " + why);
        }
        return json.get();
    }

    private static String text(JsonNode json, String pointer) {
        return json.at(pointer).asString("");
    }

    private static URI address(String text) {
        try {
            URI url = new URI(text.replaceAll("/+$", ""));
            boolean usable = ("https".equals(url.getScheme()) || "http".equals(url.getScheme()))
                    && url.getHost() != null
                    && url.getRawUserInfo() == null
                    && url.getRawQuery() == null;
            if (usable) {
                return url;
            }
        } catch (URISyntaxException noUrl) {
            throw badAddress().causedBy(noUrl);
        }
        throw badAddress();
    }

    private static Failure badAddress() {
        return Failure.invalid(
                "Give the address of the service as a browser shows it, such as https://cms.example.com.");
    }

    /** Name of the token: {@code git on} and the host name of this machine. */
    private static String name() {
        String host;
        try {
            host = InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            host = "this machine";
        }
        String name = "git on " + host;
        return name.length() > NAME_CHARS_MAX ? name.substring(0, NAME_CHARS_MAX) : name;
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
