package cms;

import cms.platform.http.Answer;
import cms.platform.http.Page;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.http.Surface;

/** {@code GET /}, to which sign-ins without another target return: a page that names the service and links on. */
final class WelcomeRoutes {
    private static final String BODY = """
            <h1>cms</h1>
            <p>A content management service whose content is Git. It is running.</p>
            <ul>
            <li><a href="/auth/login">Sign in</a></li>
            <li><a href="/openapi.yaml">Every route of this service</a> (OpenAPI 3.1)</li>
            <li><a href="/api/health/ready">Whether all of its parts work</a></li>
            </ul>
            """;

    private final Answer page = Page.of("cms", BODY).answer();

    void routes(Routes routes) {
        routes.on(Surface.PUBLIC).get("/{?others*}", this::welcome);
    }

    private Answer welcome(Request request) {
        return page;
    }
}
