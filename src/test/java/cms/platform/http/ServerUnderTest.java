package cms.platform.http;

import cms.platform.compute.Compute;
import cms.platform.config.AddressRange;
import cms.platform.http.edge.OpenFiles;
import cms.platform.limits.SlidingWindows;
import cms.platform.scratch.Scratch;
import cms.platform.tracing.Tracing;
import cms.testing.RawConnection;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A real server on a free port with the routes of one test. */
final class ServerUnderTest implements AutoCloseable {
    /** Nothing takes that long, however slow the machine: it ends what hangs. */
    private static final Duration TIMEOUT = Duration.ofSeconds(50);

    /** One that is none of ours, and answers 403 before it reads a body. */
    private static final Map<String, HttpServlet> SERVLETS = Map.of("/servlet/*", new HttpServlet() {
        private static final long serialVersionUID = 1;

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.setStatus(HttpServletResponse.SC_FORBIDDEN);
            response.setContentLength(2);
            response.getOutputStream().print("No");
        }
    });

    final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    final HttpServer server;
    final URI base;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private ServerUnderTest(HttpSettings settings, HttpServer.Bounds bounds, Consumer<Routes> mount) {
        Routes routes = new Routes();
        mount.accept(routes);
        SlidingWindows limiter = new SlidingWindows(InstantSource.system());
        Dispatch dispatch = new Dispatch(
                settings,
                limiter,
                new Dispatch.Steps(List.of(), List.of()),
                metrics,
                new Scratch(Path.of("target/scratch")),
                new Compute());
        server = new HttpServer(settings, dispatch, routes.all(), List.of(), SERVLETS, bounds);
        base = server.start();
    }

    static ServerUnderTest with(Consumer<Routes> mount) {
        return with(List.of(), mount);
    }

    static ServerUnderTest with(List<AddressRange> trustedProxies, Consumer<Routes> mount) {
        return new ServerUnderTest(
                settings(trustedProxies), new HttpServer.Bounds(TIMEOUT, OpenFiles.connectionsMax()), mount);
    }

    /** @param streamTimeout how long a stop waits for streams; otherwise longer than any test lasts */
    static ServerUnderTest with(Duration streamTimeout, Consumer<Routes> mount) {
        return new ServerUnderTest(
                settings(List.of()), new HttpServer.Bounds(streamTimeout, OpenFiles.connectionsMax()), mount);
    }

    static ServerUnderTest with(int connectionsMax, Consumer<Routes> mount) {
        return new ServerUnderTest(settings(List.of()), new HttpServer.Bounds(TIMEOUT, connectionsMax), mount);
    }

    private static HttpSettings settings(List<AddressRange> trustedProxies) {
        return new HttpSettings(
                "127.0.0.1", 0, URI.create("http://localhost:4000"), trustedProxies, true, Tracing.off());
    }

    HttpResponse<String> get(String path, String... headers) {
        return send("GET", path, HttpRequest.BodyPublishers.noBody(), headers);
    }

    HttpResponse<String> post(String path, String body, String... headers) {
        String[] all = new String[headers.length + 2];
        all[0] = "Content-Type";
        all[1] = "application/json";
        System.arraycopy(headers, 0, all, 2, headers.length);
        return send("POST", path, HttpRequest.BodyPublishers.ofString(body), all);
    }

    HttpResponse<String> send(String method, String path, HttpRequest.BodyPublisher body, String... headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(base + path)).timeout(TIMEOUT).method(method, body);
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        try {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException failed) {
            throw new AssertionError(method + " " + path + " was not answered", failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError(interrupted);
        }
    }

    /** A fresh socket for bytes that no client library would send. */
    int port() {
        return base.getPort();
    }

    RawConnection raw() {
        return new RawConnection(base.getPort());
    }

    @Override
    public void close() {
        client.shutdownNow();
        server.close();
    }
}
