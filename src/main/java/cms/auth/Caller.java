package cms.auth;

import cms.access.Author;
import cms.platform.failure.Failure;
import cms.platform.http.Request;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The person behind a request.
 *
 * @param email as the person's provider wrote it; compare it ignoring case
 * @param name the display name, 1 to 100 characters
 * @param provider how this session was signed in
 * @param token the personal access token in place of a session; empty for a session
 */
public record Caller(String userId, String email, String name, Provider provider, Optional<Token> token) {
    private static final String BEARER = "Bearer ";
    private static final Pattern PROJECT_KEY = Pattern.compile("cms_(?:live|mcp|conv)_");

    /** @param projects ids of the only projects that it reaches; empty for all of its owner's */
    public record Token(String id, Set<String> projects) {
        public Token {
            projects = Set.copyOf(projects);
        }
    }

    /** Whether the credential of this call is valid for a project; the person's rights there are checked separately. */
    public boolean reaches(String projectId) {
        return reachesAll() || token.orElseThrow().projects().contains(projectId);
    }

    /**
     * The token through which the person acts, as an {@link Author} names it: {@code access_token:<id>}; empty for a
     * session.
     */
    public Optional<String> via() {
        return token.map(held -> "access_token:" + held.id());
    }

    /** Whether the credential reaches all projects of the person. */
    public boolean reachesAll() {
        return token.map(Token::projects).orElse(Set.of()).isEmpty();
    }

    /** The caller of a request on a session route; fails with {@code UNAUTHENTICATED} for a request without one. */
    public static Caller of(Request request) {
        return request.find(Caller.class).orElseThrow(() -> unknown(request));
    }

    /**
     * The caller as the author of the request's changes: a session cookie comes from a browser, an access token from a
     * command line.
     */
    public static Author author(Request request) {
        Caller caller = of(request);
        Author person = Author.person(caller.userId(), caller.email());
        return request.header("Authorization").isPresent()
                ? person.through(Author.Origin.CLI, caller.via().orElse(null))
                : person;
    }

    /** The failure UNAUTHENTICATED, which says which credential to send and repeats no part of the sent one. */
    static Failure unknown(Request request) {
        return Failure.unauthenticated(request.header("Authorization")
                .map(sent -> instead(sent.strip()))
                .orElse("Sign in first: this request carries no valid session."));
    }

    private static String instead(String sent) {
        if (!sent.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            return "Sign in first: `Authorization` takes Bearer here, with an access token or a personal one (cms_pat_...).";
        }
        return PROJECT_KEY.matcher(sent.substring(BEARER.length()).strip()).lookingAt()
                ? "A key of a project is not good here: send `Authorization: Bearer` with an access token or a personal"
                        + " one (cms_pat_...)."
                : "This access token is not known or has ended: sign in again, or send a personal one (cms_pat_...).";
    }
}
