package cms.auth.page;

import cms.platform.http.Answer;
import cms.platform.http.Page;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The pages {@code /auth/login} and {@code /auth/callback}. */
public final class SignInPages {
    private static final Map<String, String> BUTTONS = new TreeMap<>(Map.of(
            "git_host", "<button type=\"button\" data-provider=\"git_host\">Continue with the Git host</button>",
            "web_identity",
                    "<button type=\"button\" data-provider=\"web_identity\">Continue with a web identity</button>"));

    private final String publicUrl;
    private final String buttons;
    private final String loginScript = resource("login.js");
    private final String loginBody = resource("login.html");
    private final String callbackScript = resource("callback.js");
    private final String callbackBody = resource("callback.html");

    /** @param offered the names of the providers that a person may choose from */
    public SignInPages(String publicUrl, Set<String> offered) {
        this.publicUrl = publicUrl;
        this.buttons = BUTTONS.entrySet().stream()
                .filter(button -> offered.contains(button.getKey()))
                .map(Map.Entry::getValue)
                .collect(Collectors.joining("\n"));
    }

    public void routes(Routes routes) {
        routes.on(Surface.SIGN_IN)
                .get("/auth/login{?error,others*}", this::login)
                .get("/auth/callback{?others*}", this::callback);
    }

    private Answer login(Request request) {
        String alert = PageQuery.given(request, "error")
                .map(error -> "<p role=\"alert\">" + Page.escape(message(error)) + "</p>")
                .orElse("");
        return Page.of("Sign in", loginBody.replace("{{alert}}", alert).replace("{{buttons}}", buttons))
                .withScript(loginScript)
                .answer();
    }

    private Answer callback(Request request) {
        return Page.of("Signed in", callbackBody.replace("{{url}}", Page.escape(publicUrl)))
                .withScript(callbackScript)
                .answer();
    }

    /** The message of an error; never text of the query itself, which anyone can write into a link. */
    private static String message(String error) {
        return switch (error) {
            case "oauth" -> "The provider did not confirm the sign-in. Please try again.";
            case "magic-link" -> "This sign-in link is not valid any more. Ask for a new one.";
            default -> "The sign-in did not work. Please try again.";
        };
    }

    private static String resource(String name) {
        try (InputStream in = SignInPages.class.getResourceAsStream("/auth/" + name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
