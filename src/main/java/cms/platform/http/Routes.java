package cms.platform.http;

import cms.platform.failure.Failure;
import cms.platform.http.edge.KnownQueries;
import cms.platform.limits.RateLimit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The list of all routes; every room adds its own while it is built. */
public final class Routes {
    /** Largest body of content, in bytes; larger bodies are files and are streamed. */
    public static final long CONTENT_BYTES_MAX = 8L * 1024 * 1024;

    private final List<Route> routes = new ArrayList<>();

    /** Adds routes of one surface. */
    public Group on(Surface surface) {
        return new Group(Route.Rules.of(surface));
    }

    public List<Route> all() {
        return List.copyOf(routes);
    }

    /**
     * Routes that share a surface and the rules of {@link Route.Rules}. Behind its path each states the query
     * parameters that it knows ({@link KnownQueries}).
     */
    public final class Group {
        private final Route.Rules rules;

        private Group(Route.Rules rules) {
            this.rules = rules;
        }

        public Group limitedPerAddress(RateLimit limit) {
            return new Group(rules.perAddress(limit));
        }

        /** For routes that compute: a limit for each person or key, from whatever addresses. */
        public Group limitedPerCaller(RateLimit limit) {
            return new Group(rules.perCaller(limit));
        }

        /** Accepts bodies of content: entries, models, documents. */
        public Group takingContent() {
            return taking(CONTENT_BYTES_MAX);
        }

        /**
         * Accepts bodies of another size than the surface's. Bodies above {@link #CONTENT_BYTES_MAX} are not read into
         * memory: handlers read them with {@link Request#stream}, {@link Request#received} or
         * {@link Request#multipart}.
         */
        public Group taking(long bodyBytesMax) {
            return new Group(rules.taking(bodyBytesMax));
        }

        /**
         * Lets pages of other sites call these routes; every answer says so, refusals too, and preflights are answered.
         *
         * @throws IllegalArgumentException for routes that find the caller by a cookie: a foreign page would act for
         *     its visitor
         */
        public Group openTo(CrossOrigin pages) {
            if (rules.surface() != Surface.PUBLIC && rules.surface() != Surface.KEYED) {
                throw new IllegalArgumentException("Routes with cookies are never open to pages of other sites.");
            }
            return new Group(rules.openTo(pages));
        }

        /** Shows failures in the envelope of a protocol, also those that come before the handler. */
        public Group refusing(Function<Failure, Answer> envelope) {
            return new Group(rules.refusing(envelope));
        }

        /**
         * Adds these headers to every answer at the paths of the group, refusals and OPTIONS too, for protocols that
         * require them.
         */
        public Group withHeaders(Map<String, String> headers) {
            return new Group(rules.withHeaders(headers));
        }

        /** Adds a route; one without an {@link Route.Audit} only reads, or has no person as its caller. */
        public Group get(String path, Handler handler) {
            return add(Route.Method.GET, path, Optional.empty(), handler);
        }

        public Group get(String path, Route.Audit audit, Handler handler) {
            return add(Route.Method.GET, path, Optional.of(audit), handler);
        }

        public Group post(String path, Handler handler) {
            return add(Route.Method.POST, path, Optional.empty(), handler);
        }

        public Group post(String path, Route.Audit audit, Handler handler) {
            return add(Route.Method.POST, path, Optional.of(audit), handler);
        }

        public Group put(String path, Handler handler) {
            return add(Route.Method.PUT, path, Optional.empty(), handler);
        }

        public Group put(String path, Route.Audit audit, Handler handler) {
            return add(Route.Method.PUT, path, Optional.of(audit), handler);
        }

        public Group patch(String path, Handler handler) {
            return add(Route.Method.PATCH, path, Optional.empty(), handler);
        }

        public Group patch(String path, Route.Audit audit, Handler handler) {
            return add(Route.Method.PATCH, path, Optional.of(audit), handler);
        }

        public Group delete(String path, Handler handler) {
            return add(Route.Method.DELETE, path, Optional.empty(), handler);
        }

        public Group delete(String path, Route.Audit audit, Handler handler) {
            return add(Route.Method.DELETE, path, Optional.of(audit), handler);
        }

        private Group add(Route.Method method, String template, Optional<Route.Audit> audit, Handler handler) {
            routes.add(
                    new Route(method, KnownQueries.path(template), KnownQueries.of(template), rules, audit, handler));
            return this;
        }
    }
}
