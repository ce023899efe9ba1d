package cms.platform.http.edge;

import cms.platform.crypto.RandomTokens;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** A request's id, its one log line and its timer. */
public final class Traces {
    public static final String HEADER = "X-Request-Id";
    public static final String LOG_KEY = "request";

    /** Keys of the caller and the project of a request in the log context. */
    public static final String USER_KEY = "user";

    public static final String PROJECT_KEY = "project";
    public static final String TRACE_KEY = "trace";

    private static final Logger LOG = LoggerFactory.getLogger("cms.request");
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9._-]{8,64}");
    private static final int ID_BYTES = 8;
    private static final String NO_ROUTE = "(none)";
    private static final String REFUSED = "(refused)";

    private final MeterRegistry metrics;
    private final RandomTokens random = new RandomTokens();

    /** Timers by their tags, because the registry would sort the tags and search the same timer at each request. */
    private final ConcurrentHashMap<Counted, Timer> timers = new ConcurrentHashMap<>();

    private record Counted(String method, String route, int status) {}

    public Traces(MeterRegistry metrics) {
        this.metrics = metrics;
    }

    /** The request id: that of a proxy, when it is well-formed, else a new one. */
    public String begin(@Nullable String given) {
        return given != null && ID.matcher(given).matches() ? given : random.hex(ID_BYTES);
    }

    /** @param path of the route, with the names of its parameters */
    public void end(String method, String path, int status, long nanos) {
        record(method, path, status, nanos);
        LOG.info(
                "{} {} {} {} ms{}{}{}",
                method,
                path,
                status,
                nanos / 1_000_000,
                labelled(PROJECT_KEY),
                labelled(USER_KEY),
                labelled(TRACE_KEY));
    }

    private static String labelled(String key) {
        String value = MDC.get(key);
        return value == null ? "" : " " + key + "=" + value;
    }

    /** Counts a request without a route under one name, so that unknown paths cannot fill the registry. */
    public void endWithoutRoute(String method, int status) {
        record("other", NO_ROUTE, status, 0);
        LOG.info("{} {} {}", method, NO_ROUTE, status);
    }

    /**
     * Counts a request that the server itself refused before a route was looked up: a malformed head, or too much load.
     */
    public void endBeforeRoutes(int status) {
        record("other", REFUSED, status, 0);
    }

    private void record(String method, String route, int status, long nanos) {
        timers.computeIfAbsent(new Counted(method, route, status), this::timer).record(nanos, TimeUnit.NANOSECONDS);
    }

    private Timer timer(Counted counted) {
        return Timer.builder("http.requests")
                .description("Requests that a route answered, from their head to the first byte of the answer")
                .tag("method", counted.method())
                .tag("route", counted.route())
                .tag("status", Integer.toString(counted.status()))
                .register(metrics);
    }
}
