package cms.mcp.apps;

import cms.auth.Caller;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.http.Answer;
import cms.platform.http.Page;
import cms.platform.http.StatusTable;
import cms.project.Project;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The pages for a person who connects an app; they need no script. */
final class ConsentPage {
    private static final Map<String, String> WAYS =
            Map.of("git_host", "Continue with the Git host", "web_identity", "Continue with a web identity");

    private ConsentPage() {}

    /** The page of an error, which is shown to the person and never sent by redirect. */
    static Answer problem(Failure failure) {
        Answer answer = Page.of(
                        "This app cannot be connected",
                        "<h1>This app cannot be connected</h1>\n<p role=\"alert\">" + Page.escape(failure.message())
                                + "</p>\n")
                .answer()
                .withStatus(StatusTable.status(failure.kind()));
        return StatusTable.withRetryAfter(answer, failure);
    }

    /** The page of an error that is told to the app once the person goes there. */
    static Answer wayBack(AuthorizationRequest.Reading.Wrong wrong) {
        String host = Page.escape(RedirectRule.host(wrong.redirectUri()));
        return Page.of("This app cannot be connected", """
            <h1>This app cannot be connected</h1>
            <p role="alert">%s asked for something that is not possible here: %s</p>
            <p>Nothing was allowed. <a href="%s" rel="noreferrer">Go back to %s</a>, if you came from there.</p>
            """.formatted(
                        named(wrong.client()), Page.escape(wrong.message()), Page.escape(wrong.location()), host))
                .answer()
                .withStatus(StatusTable.status(FailureKind.INVALID));
    }

    /** @param here path and query of the page to return to */
    static Answer signIn(ClientApp client, Set<String> providers, String here) {
        String ways = new TreeSet<>(providers)
                .stream()
                        .map(provider -> "<p><a href=\"/api/auth/oauth/%s?redirect=%s\">%s</a></p>"
                                .formatted(
                                        Page.escape(provider),
                                        URLEncoder.encode(here, StandardCharsets.UTF_8),
                                        Page.escape(WAYS.getOrDefault(provider, "Continue with " + provider))))
                        .collect(Collectors.joining("\n"));
        return Page.of("Sign in", """
            <h1>Sign in to connect an app</h1>
            <p>%s asks to work on a project of yours.</p>
            %s
            """.formatted(named(client), ways)).answer();
    }

    /**
     * The content of the consent page.
     *
     * @param projects from which the person picks one
     * @param action path and query to which the form is sent
     * @param token one-time token of this form
     * @param earlier the last grant of this person to this app
     */
    record Question(
            AuthorizationRequest request,
            Caller caller,
            List<Project> projects,
            String action,
            String token,
            Optional<GrantStore.Earlier> earlier) {}

    static Answer ask(Question question) {
        AuthorizationRequest request = question.request();
        String redirectHost = RedirectRule.host(request.redirectUri());
        String body = """
            <h1>Connect %s?</h1>
            %s<p>It says that it is <strong>%s</strong>. %s</p>
            <p>You are signed in as <strong>%s</strong> (%s). The app never can do more than you, and you can take this
            back in the workspace at any time.</p>
            <form method="post" action="%s">
            <input type="hidden" name="form" value="%s">
            <label for="project">Project</label>
            <select id="project" name="project" required>
            %s
            </select>
            <h2>It may</h2>
            %s
            <button type="submit" name="decision" value="allow">Allow</button>
            <button type="submit" name="decision" value="deny">Do not allow</button>
            </form>
            """.formatted(
                        Page.escape(request.client().name()),
                        changes(question, redirectHost),
                        Page.escape(request.client().name()),
                        verifiedFacts(request.client(), redirectHost),
                        Page.escape(question.caller().name()),
                        Page.escape(question.caller().email()),
                        Page.escape(question.action()),
                        Page.escape(question.token()),
                        options(question),
                        boxes(request.scopes()));
        return Page.of("Connect an app", body)
                .allowingFormsTo(RedirectRule.policySource(request.redirectUri()))
                .answer();
    }

    /** Tells which facts about an app are verified, so that its own claims are not taken for verified. */
    private static String verifiedFacts(ClientApp client, String redirectHost) {
        String answered = "<strong>" + Page.escape(redirectHost) + "</strong>";
        return client.idHost()
                .map(host -> "What is known is the host of its id, <strong>%s</strong>, and where it is answered: %s."
                        .formatted(Page.escape(host), answered))
                .orElseGet(
                        () -> "It registered itself, so that its id has no host and nobody but itself stands for that"
                                + " name. What is known is where it is answered: " + answered + ".");
    }

    private static String changes(Question question, String redirectHost) {
        AuthorizationRequest request = question.request();
        return question.earlier()
                .filter(earlier -> !earlier.clientName().equals(request.client().name())
                        || !earlier.redirectHost().equals(redirectHost))
                .map(earlier ->
                        "<p role=\"alert\">When you allowed it last, it called itself %s and was answered at %s.</p>\n"
                                .formatted(Page.escape(earlier.clientName()), Page.escape(earlier.redirectHost())))
                .orElse("");
    }

    private static String options(Question question) {
        return question.projects().stream()
                .map(project -> "<option value=\"%s\">%s (%s)</option>"
                        .formatted(
                                Page.escape(project.id()),
                                Page.escape(project.name()),
                                Page.escape(project.repoFullName())))
                .collect(Collectors.joining("\n"));
    }

    private static String boxes(Set<AppScope> scopes) {
        return scopes.stream()
                .sorted()
                .map(scope -> "<label><input type=\"checkbox\" name=\"scope\" value=\"%s\" checked> %s</label>"
                        .formatted(scope.wireName(), Page.escape(scope.message())))
                .collect(Collectors.joining("\n"));
    }

    private static String named(ClientApp client) {
        return "<strong>" + Page.escape(client.name()) + "</strong>"
                + client.idHost().map(host -> " (" + Page.escape(host) + ")").orElse("");
    }
}
