package cms.platform.http;

import cms.platform.door.FrontDoor;
import cms.platform.door.PlainConnections;
import cms.platform.door.PlainPath;
import cms.platform.failure.Failure;
import cms.platform.http.body.BodyTimeouts;
import cms.platform.http.body.PacedRequest;
import cms.platform.http.edge.Admission;
import cms.platform.http.edge.FrontDoorHandler;
import cms.platform.http.edge.HeaderDeadline;
import cms.platform.http.edge.OpenFiles;
import cms.platform.http.edge.PacedConnector;
import cms.platform.http.edge.PathTable;
import cms.platform.http.edge.Requests;
import cms.platform.http.edge.ServerErrors;
import cms.platform.http.edge.UnreadBody;
import cms.platform.json.Json;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.jetty.ee10.servlet.FilterHolder;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The listening server: front doors, servlets (Git), then the routes. */
public final class HttpServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);
    private static final int HEADER_BYTES_MAX = 32 * 1024;
    private static final int THREADS_MAX = 16;
    private static final Duration IDLE_MAX = Duration.ofSeconds(25);
    private static final Duration HEAD_MAX = Duration.ofSeconds(20);
    private static final Duration PACE_CHECK_EVERY = Duration.ofSeconds(2);
    private static final Duration STREAM_CHECK_EVERY = Duration.ofMillis(500);
    private static final Duration STREAM_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(3);

    private final HttpSettings settings;
    private final Dispatch dispatch;
    private final List<FrontDoor> frontDoors;
    private final Map<String, HttpServlet> servlets;
    private final Set<String> always;
    private final Bounds bounds;
    private final Requests open = new Requests();
    private final Server server;
    private @Nullable ServerSocketChannel bound;

    /** @param servlets by path specification, for instance {@code /git/*} */
    public HttpServer(
            HttpSettings settings,
            Dispatch dispatch,
            List<Route> routes,
            List<FrontDoor> frontDoors,
            Map<String, HttpServlet> servlets) {
        this(settings, dispatch, routes, frontDoors, servlets, new Bounds(STREAM_TIMEOUT, OpenFiles.connectionsMax()));
    }

    /**
     * @param streamTimeout how long a stop waits for event streams before it tears them down
     * @param connectionsMax most connections at a time; others wait until the system's queue lets them in
     */
    record Bounds(Duration streamTimeout, int connectionsMax) {}

    HttpServer(
            HttpSettings settings,
            Dispatch dispatch,
            List<Route> routes,
            List<FrontDoor> frontDoors,
            Map<String, HttpServlet> servlets,
            Bounds bounds) {
        this.settings = settings;
        this.bounds = bounds;
        this.dispatch = dispatch;
        this.frontDoors = List.copyOf(frontDoors);
        this.servlets = Map.copyOf(servlets);
        this.always =
                routes.stream().filter(Route::isAlwaysAnswered).map(Route::path).collect(Collectors.toSet());
        this.server = server(routes);
    }

    /**
     * Begins to listen; returns the base URL of the socket, {@code http://host:port}.
     *
     * @throws Failure UNAVAILABLE when the address is taken or not one of this machine
     */
    public URI start() {
        try {
            server.addConnector(connector());
            server.addBean(OpenFiles.connectionLimit(bounds.connectionsMax(), server));
            server.start();
        } catch (Exception refused) {
            stop();
            throw Failure.unavailable("Nothing can listen on " + settings.host() + ", port " + settings.port()
                            + ": another program does, or the address is not one of this machine;"
                            + " CMS_HOST and CMS_PORT say where to listen.")
                    .causedBy(refused);
        }
        HeaderDeadline deadline = new HeaderDeadline(HEAD_MAX, bounds.connectionsMax() / 2, System::nanoTime);
        connectors().forEach(connector -> connector.addEventListener(deadline));
        Scheduler scheduler = server.getScheduler();
        again(scheduler, PACE_CHECK_EVERY, () -> {
            deadline.check();
            connectors().forEach(PacedConnector::check);
        });
        again(scheduler, STREAM_CHECK_EVERY, dispatch.liveStreams()::look);
        String host = settings.host().contains(":") ? "[" + settings.host() + "]" : settings.host();
        return URI.create(
                "http://" + host + ":" + connectors().findFirst().orElseThrow().getLocalPort());
    }

    /** As {@link #start()}, on a socket that listens already, whatever the settings say; the server closes it. */
    public URI start(ServerSocketChannel listening) {
        bound = listening;
        return start();
    }

    /** Stops listening, lets running requests finish for a few seconds, then closes. */
    @Override
    public void close() {
        open.rejectAll();
        connectors().forEach(PacedConnector::close);
        dispatch.streams().end();
        dispatch.liveStreams().end();
        if (!open.awaitIdle(bounds.streamTimeout())) {
            dispatch.streams().interrupt();
            dispatch.liveStreams().cut();
            open.awaitIdle(STOP_TIMEOUT);
        }
        stop();
    }

    private void stop() {
        try {
            server.stop();
        } catch (Exception broken) {
            LOG.warn("the server did not stop in order", broken);
        }
    }

    private Server server(List<Route> routes) {
        QueuedThreadPool threads = new QueuedThreadPool(THREADS_MAX, 4);
        threads.setName("http");
        threads.setDaemon(true);
        Server made = new Server(threads);
        PathTable<Route> table = table(routes);
        FrontDoorHandler root = new FrontDoorHandler(
                frontDoors,
                open,
                dispatch.admission(),
                dispatch.traces(),
                dispatch.clientAddress(),
                new FrontDoorHandler.PathRules(
                        always, (path, origin) -> Dispatch.crossOrigin(table.at(PlainPath.of(path)), origin)));
        root.setHandler(servlets(table));
        made.setHandler(root);
        made.setErrorHandler(new ServerErrors(
                dispatch.traces(),
                settings.strictTransport(),
                (status, message) -> Json.bytes(StatusTable.body(status, message))));
        made.setStopTimeout(0);
        return made;
    }

    private static PathTable<Route> table(List<Route> routes) {
        PathTable<Route> table = new PathTable<>();
        for (Route route : routes) {
            table.add(route.method().name(), route.path(), route);
            if (route.method() == Route.Method.GET) {
                table.add("HEAD", route.path(), route);
            }
        }
        return table;
    }

    /** The servlets at their paths; the routes serve all other paths. */
    private ServletContextHandler servlets(PathTable<Route> table) {
        ServletContextHandler context = new ServletContextHandler("/", ServletContextHandler.NO_SESSIONS);
        context.getServletHandler().setDecodeAmbiguousURIs(true);
        servlets.forEach((path, servlet) -> {
            context.addServlet(new ServletHolder(servlet), path);
            context.addFilter(new FilterHolder(this::paced), path, EnumSet.of(DispatcherType.REQUEST));
        });
        ServletHolder holder = new ServletHolder(new HttpServlet() {
            private static final long serialVersionUID = 1;

            @Override
            protected void service(HttpServletRequest request, HttpServletResponse response) {
                dispatch.serve(request, response, table);
            }
        });
        holder.setAsyncSupported(true);
        context.addServlet(holder, "/*");
        return context;
    }

    /**
     * Applies the timeouts of request bodies to servlets of libraries and discards what they left unread, so that the
     * client of a push refused midway sees the reason.
     */
    private void paced(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        HttpServletRequest raw = (HttpServletRequest) request;
        Admission.Permit permit = dispatch.admission().noPermit();
        PacedRequest paced = new PacedRequest(raw, BodyTimeouts.STANDARD, permit);
        chain.doFilter(paced, response);
        if (!paced.isBroken() && UnreadBody.isIn(raw)) {
            response.flushBuffer();
            UnreadBody.discard(raw, dispatch.clientAddress().of(raw));
        }
    }

    private static void again(Scheduler scheduler, Duration every, Runnable work) {
        scheduler.schedule(
                () -> {
                    try {
                        work.run();
                    } finally {
                        again(scheduler, every, work);
                    }
                },
                every.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    private Stream<PacedConnector> connectors() {
        return Stream.of(server.getConnectors())
                .filter(PacedConnector.class::isInstance)
                .map(PacedConnector.class::cast);
    }

    private PacedConnector connector() {
        HttpConfiguration http = new HttpConfiguration();
        harden(http);
        PlainConnections plain = new PlainConnections(http, frontDoors, settings.strictTransport());
        PacedConnector connector = new PacedConnector(server, plain, System::nanoTime);
        connector.setHost(settings.host());
        connector.setPort(settings.port());
        // Not in the settings of HTTP: those would change it, and a timer, twice for each request.
        connector.setIdleTimeout(IDLE_MAX.toMillis());
        if (bound != null) {
            open(connector, bound);
        }
        return connector;
    }

    private static void open(PacedConnector connector, ServerSocketChannel bound) {
        try {
            connector.open(bound);
        } catch (IOException notBound) {
            throw new UncheckedIOException(notBound);
        }
    }

    private static void harden(HttpConfiguration http) {
        http.setSendServerVersion(false);
        http.setSendXPoweredBy(false);
        http.setSendDateHeader(true);
        http.setRequestHeaderSize(HEADER_BYTES_MAX);
        // Each connection would look its lines up in a table of its own of 100 KB: slower than reading them.
        http.setHeaderCacheSize(0);
        http.setHttpCompliance(HttpCompliance.STRICT);
        http.setUriCompliance(UriCompliance.from("RFC3986,AMBIGUOUS_PATH_SEPARATOR,AMBIGUOUS_PATH_ENCODING"));
    }
}
