package cms.auth;

import cms.access.Author;
import cms.platform.failure.Failure;
import cms.platform.http.Request;

/**
 * The person behind a request.
 *
 * @param email as the person's provider wrote it; compare it ignoring case
 * @param name the display name, 1 to 100 characters
 * @param provider how this session was signed in
 */
public record Caller(String userId, String email, String name, Provider provider) {
    /** The caller of a request on a session route; throws {@code UNAUTHENTICATED} where nobody signed in. */
    public static Caller of(Request request) {
        return request.find(Caller.class).orElseThrow(Caller::unknown);
    }

    /**
     * The caller as the author of what the request changes: a session cookie comes from a browser, an access token from
     * a command line.
     */
    public static Author author(Request request) {
        Caller caller = of(request);
        Author person = Author.person(caller.userId(), caller.email());
        return request.header("Authorization").isPresent() ? person.through(Author.Origin.CLI, null) : person;
    }

    static Failure unknown() {
        return Failure.unauthenticated("Sign in first: this request carries no valid session.");
    }
}
