package cms.auth.identity;

import cms.auth.once.OneTimeCodes;
import cms.auth.once.Purpose;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Page;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import cms.platform.mail.EmailAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The built-in authorization server (design 2.1): a page that signs in any person at this machine without proof of
 * identity.
 *
 * <p>It stores nothing in the browser: with a {@code login_hint} it redirects back at once, else it shows a form.
 */
public final class IdentityPage {
    static final String PATH = "/identity/authorize";

    /** A server that authorizes ignores what it does not know (RFC 6749, 3.1). */
    private static final String QUERY = "{?client_id,redirect_uri,response_type,provider,state,code_challenge,"
            + "code_challenge_method,login_hint,name,others*}";

    private static final Pattern CHALLENGE = Pattern.compile("[A-Za-z0-9_-]{43}");
    private static final String CLI_ADDRESSES = "http://127.0.0.1:* http://localhost:*";

    private final String publicUrl;
    private final Set<String> providers;
    private final OneTimeCodes codes;

    public IdentityPage(String publicUrl, Set<String> providers, OneTimeCodes codes) {
        this.publicUrl = publicUrl;
        this.providers = Set.copyOf(providers);
        this.codes = codes;
    }

    public void routes(Routes routes) {
        routes.on(Surface.LOOPBACK).get(PATH + QUERY, this::authorize);
    }

    private Answer authorize(Request request) {
        try {
            return authorize(request, parse(request), request.query("login_hint"));
        } catch (Failure refused) {
            return Page.ofFailure(request, "This sign-in cannot go on", refused);
        }
    }

    private Answer authorize(Request request, Asked asked, Optional<String> hint) {
        if (hint.isEmpty()) {
            return ask(asked, "");
        }
        try {
            EmailAddress email = new EmailAddress(hint.get().strip());
            return sendBack(asked, email, request.query("name").orElse(""));
        } catch (Failure noAddress) {
            return ask(asked, noAddress.message()).withStatus(400);
        }
    }

    private Asked parse(Request request) {
        Asked asked = new Asked(
                required(request, "provider"),
                required(request, "redirect_uri"),
                required(request, "state"),
                required(request, "code_challenge"));
        if (!required(request, "response_type").equals("code")
                || !required(request, "code_challenge_method").equals("S256")
                || !CHALLENGE.matcher(asked.challenge()).matches()) {
            throw Failure.invalid("This page speaks the authorization-code flow with an S256 challenge only.");
        }
        if (!providers.contains(asked.provider()) || !asked.redirectUri().startsWith(publicUrl + "/")) {
            throw Failure.invalid("This page signs people in to this service only.");
        }
        return asked;
    }

    private Answer sendBack(Asked asked, EmailAddress email, String name) {
        Grant grant = new Grant(asked.provider(), asked.redirectUri(), asked.challenge(), email.text(), name);
        String code = codes.issue(Purpose.IDENTITY, Json.text(grant));
        String separator = asked.redirectUri().contains("?") ? "&" : "?";
        return Answer.redirect(
                        asked.redirectUri() + separator + "code=" + encode(code) + "&state=" + encode(asked.state()))
                .withHeader("Referrer-Policy", "no-referrer");
    }

    private static Answer ask(Asked asked, String problem) {
        StringBuilder hidden = new StringBuilder();
        Map.of(
                        "response_type", "code",
                        "code_challenge_method", "S256",
                        "provider", asked.provider(),
                        "redirect_uri", asked.redirectUri(),
                        "state", asked.state(),
                        "code_challenge", asked.challenge())
                .forEach((name, value) -> hidden.append(
                        "<input type=\"hidden\" name=\"%s\" value=\"%s\">\n".formatted(name, Page.escape(value))));
        String alert = problem.isEmpty() ? "" : "<p role=\"alert\">" + Page.escape(problem) + "</p>\n";
        return Page.of("Who are you?", """
                <h1>Who are you?</h1>
                <p>No identity provider is connected, so this page takes your word for it. It answers on this machine
                only.</p>
                %s<form method="get" action="%s">
                %s<label for="email">E-mail</label>
                <input id="email" name="login_hint" type="email" autocomplete="email" required autofocus>
                <label for="name">Name, for the first time</label>
                <input id="name" name="name" type="text" autocomplete="name" maxlength="100">
                <button type="submit">Continue</button>
                </form>
                """.formatted(alert, PATH, hidden))
                .allowingFormsTo(CLI_ADDRESSES)
                .answer();
    }

    private static String required(Request request, String name) {
        return request.query(name).orElseThrow(() -> Failure.invalid("`" + name + "` is required."));
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private record Asked(String provider, String redirectUri, String state, String challenge) {}
}
