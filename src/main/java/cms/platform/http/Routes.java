package cms.platform.http;

import cms.platform.limits.RateLimit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The list of all routes; every room adds its own while it is built. */
public final class Routes {
    /** Enough for every JSON body of the interface; routes that take more say so. */
    public static final long JSON_BYTES_MAX = 8L * 1024 * 1024;

    private final List<Route> routes = new ArrayList<>();

    /** Adds routes of one surface. */
    public Group on(Surface surface) {
        return new Group(surface, Optional.empty(), JSON_BYTES_MAX);
    }

    public List<Route> all() {
        return List.copyOf(routes);
    }

    /** Routes that share a surface, a limit per address and a size limit. */
    public final class Group {
        private final Surface surface;
        private final Optional<RateLimit> perAddress;
        private final long bodyBytesMax;

        private Group(Surface surface, Optional<RateLimit> perAddress, long bodyBytesMax) {
            this.surface = surface;
            this.perAddress = perAddress;
            this.bodyBytesMax = bodyBytesMax;
        }

        public Group limitedPerAddress(RateLimit limit) {
            return new Group(surface, Optional.of(limit), bodyBytesMax);
        }

        public Group taking(long newBodyBytesMax) {
            return new Group(surface, perAddress, newBodyBytesMax);
        }

        public Group get(String path, Handler handler) {
            return add(Route.Method.GET, path, handler);
        }

        public Group post(String path, Handler handler) {
            return add(Route.Method.POST, path, handler);
        }

        public Group put(String path, Handler handler) {
            return add(Route.Method.PUT, path, handler);
        }

        public Group patch(String path, Handler handler) {
            return add(Route.Method.PATCH, path, handler);
        }

        public Group delete(String path, Handler handler) {
            return add(Route.Method.DELETE, path, handler);
        }

        private Group add(Route.Method method, String path, Handler handler) {
            routes.add(new Route(method, path, surface, bodyBytesMax, perAddress, handler));
            return this;
        }
    }
}
