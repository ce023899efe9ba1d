package cms.auth.token;

import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Body;
import cms.platform.http.Page;
import cms.platform.http.Request;
import cms.platform.http.Route.Audit;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import cms.platform.json.VisibleName;
import cms.platform.mail.Mail;
import cms.platform.mail.Mailer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/** The routes of a person's own tokens: {@code /api/auth/tokens}. */
public final class PersonalTokenRoutes {
    private static final Logger LOG = LoggerFactory.getLogger(PersonalTokenRoutes.class);
    private static final String TOKENS = "/api/auth/tokens";
    private static final int NAME_CHARS_MAX = 100;
    private static final int PROJECTS_MAX = 50;
    private static final int PROJECT_CHARS_MAX = 64;
    private static final int DAYS_MAX = 366;
    private static final int DAYS = 90;

    private final PersonalTokens tokens;
    private final Function<Request, PersonalToken.Owner> owner;
    private final Mailer mailer;
    private final InstantSource clock;

    /** @param owner finds the person of a request */
    public PersonalTokenRoutes(
            PersonalTokens tokens, Function<Request, PersonalToken.Owner> owner, Mailer mailer, InstantSource clock) {
        this.tokens = tokens;
        this.owner = owner;
        this.mailer = mailer;
        this.clock = clock;
    }

    public void mount(Routes routes) {
        routes.on(Surface.SESSION)
                .get(TOKENS, this::list)
                .post(TOKENS, Audit.ofMade("create_access_token", "personal_tokens"), this::make)
                .delete(
                        TOKENS + "/{tokenId}",
                        Audit.of("revoke_access_token", "personal_tokens", "tokenId"),
                        this::revoke);
    }

    private Answer list(Request request) {
        return Answer.json(tokens.list(owner.apply(request).userId()).stream()
                .map(PersonalTokenRoutes::described)
                .toList());
    }

    private Answer make(Request request) {
        PersonalToken.Owner maker = owner.apply(request);
        Body body = request.body();
        String name = VisibleName.parse("name", body.requiredText("name"), NAME_CHARS_MAX);
        PersonalTokens.Made made = tokens.make(maker, name, scopes(body), projects(body), until(body));
        notifyOwner(made.token());
        return Answer.json(described(made.token()).put("token", made.text()))
                .showingSecretOf(made.token().id());
    }

    private Answer revoke(Request request) {
        tokens.revoke(owner.apply(request).userId(), request.pathParameter("tokenId"));
        return Answer.json(Map.of("revoked", true));
    }

    private static Set<TokenScope> scopes(Body body) {
        List<String> words =
                body.texts("scopes").orElseThrow(() -> Failure.invalid("`scopes` is required: read, write, git."));
        Set<TokenScope> scopes = EnumSet.noneOf(TokenScope.class);
        for (String word : words) {
            scopes.add(TokenScope.find(word)
                    .orElseThrow(() -> Failure.invalid("`scopes` takes read, write and git, and nothing else.")));
        }
        if (scopes.isEmpty()) {
            throw Failure.invalid("`scopes` needs at least one of read, write, git.");
        }
        return scopes;
    }

    private static Set<String> projects(Body body) {
        List<String> ids = body.texts("projects").orElse(List.of());
        boolean odd = ids.stream().anyMatch(id -> id.length() > PROJECT_CHARS_MAX || !id.matches("[A-Za-z0-9-]+"));
        if (odd || ids.size() > PROJECTS_MAX) {
            throw Failure.invalid("`projects` takes the ids of at most " + PROJECTS_MAX + " projects.");
        }
        return Set.copyOf(ids);
    }

    /** The end of a new token: {@code expiresAt} in ISO 8601, {@code expiresInDays}, or ninety days from now. */
    private Instant until(Body body) {
        Instant now = clock.instant();
        Instant latest = now.plus(Duration.ofDays(DAYS_MAX));
        Optional<String> given = body.text("expiresAt");
        OptionalLong days = body.integer("expiresInDays");
        if (given.isPresent() && days.isPresent()) {
            throw Failure.invalid("Send either `expiresAt` or `expiresInDays`.");
        }
        long wanted = Math.clamp(days.orElse(DAYS), 0, DAYS_MAX + 1);
        Instant until = given.map(PersonalTokenRoutes::instant).orElseGet(() -> now.plus(Duration.ofDays(wanted)));
        if (!until.isAfter(now) || until.isAfter(latest)) {
            throw Failure.invalid("A token is good for at most " + DAYS_MAX + " days, and its end lies ahead.");
        }
        return until;
    }

    private static Instant instant(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException malformed) {
            throw Failure.invalid("`expiresAt` takes a time such as 2030-01-31T12:00:00Z.");
        }
    }

    /**
     * Sends the person a mail about a new token, so that a stolen session is noticed; a failure to send it revokes
     * nothing.
     */
    private void notifyOwner(PersonalToken token) {
        if (mailer.isOff()) {
            return;
        }
        String line = "A personal access token named \"" + token.name() + "\" (" + token.shown()
                + "…) was made for your account. It is good until " + token.expiresAt() + " for: "
                + String.join(
                        ", ",
                        token.scopes().stream().map(TokenScope::key).sorted().toList()) + ".";
        String advice = "If you did not make it, revoke it (DELETE /api/auth/tokens/" + token.id()
                + ") and sign out everywhere.";
        Mail mail = new Mail(
                token.owner().email(),
                "A token was made for your account",
                line + "\n\n" + advice + "\n",
                "<p>" + Page.escape(line) + "</p>\n<p>" + Page.escape(advice) + "</p>\n");
        Thread.ofVirtual().name("token-mail").start(() -> {
            try {
                mailer.send(mail);
            } catch (Failure notSent) {
                LOG.warn("a notice of a new token could not be mailed", notSent);
            }
        });
    }

    private static ObjectNode described(PersonalToken token) {
        ObjectNode json =
                Json.object().put("id", token.id()).put("name", token.name()).put("prefix", token.shown());
        token.scopes().stream()
                .sorted()
                .forEach(scope -> json.withArray("scopes").add(scope.key()));
        json.putArray("projects");
        token.projects().stream().sorted().forEach(json.withArray("projects")::add);
        return json.put("createdAt", token.createdAt().toString())
                .put("expiresAt", token.expiresAt().toString())
                .put(
                        "lastUsedAt",
                        Optional.ofNullable(token.lastUsedAt())
                                .map(Instant::toString)
                                .orElse(null));
    }
}
