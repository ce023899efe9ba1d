package cms.auth.token;

import cms.platform.failure.Failure;
import cms.platform.http.Request;

/**
 * Checks a request with a personal access token against the token's scopes and projects, before the rights of its owner
 * are checked.
 */
public final class TokenReach {
    private static final String OWN_PROFILE = "/api/auth/me";

    private TokenReach() {}

    /**
     * @throws Failure FORBIDDEN for routes of the account, for a method that no scope covers, and for a route without a
     *     project when the token names projects; NOT_FOUND for a project that it does not name
     */
    public static void check(PersonalToken token, Request request) {
        String path = request.route().path();
        boolean account = path.startsWith("/api/auth/") || path.startsWith("/api/profile");
        if (account && !path.equals(OWN_PROFILE)) {
            throw Failure.forbidden("A personal access token does not reach the account itself; sign in for that.");
        }
        boolean reads = (request.method().equals("GET") || request.method().equals("HEAD"))
                && request.route().audit().isEmpty(); // what the log tells of is no reading, whatever its method
        if (!token.scopes().contains(TokenScope.WRITE)
                && !(reads && token.scopes().contains(TokenScope.READ))) {
            throw Failure.forbidden("This token has no scope for that; it takes one with the scope "
                    + (reads ? "read or write." : "write."));
        }
        if (token.projects().isEmpty() || path.equals(OWN_PROFILE)) {
            return;
        }
        if (!path.contains("{projectId}")) {
            throw Failure.forbidden("This token is good for some projects only, and this is no route of a project.");
        }
        if (!token.projects().contains(request.pathParameter("projectId"))) {
            throw Failure.notFound("There is no such project in this workspace.");
        }
    }
}
