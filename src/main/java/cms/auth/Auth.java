package cms.auth;

import cms.platform.db.Database;
import cms.platform.events.Announcements;
import cms.platform.http.Middleware;
import cms.platform.http.Routes;

/** Builds this room: sessions, the middleware that knows the caller, and the sign-in routes. */
public final class Auth {
    private final Sessions sessions = new Sessions();

    public Auth(
            Database database, Announcements announcements, AuthKeys keys, AuthSettings settings, Outside outside) {}

    public Sessions sessions() {
        return sessions;
    }

    /** Puts the {@link Caller} into every request on a session route, or answers 401. */
    public Middleware authentication() {
        return (request, next) -> next.handle(request);
    }

    public void routes(Routes routes) {}
}
