package cms.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Git's own server the way people run it: {@code git http-backend} by fcgiwrap behind nginx, in front of the REST
 * interface of a {@link StandInHost}, which also says whose token opens a repository. One worker answers, so that the
 * lines of its log stand in the order of the requests.
 */
public final class RealGitServer implements AutoCloseable {
    private static final String CONFIGURATION = """
            daemon off; worker_processes 1; pid %1$s/nginx.pid; error_log %1$s/error.log; %5$s
            events { worker_connections 256; }
            http {
              log_format lines '$request_method $uri $status "$http_content_encoding" "$http_transfer_encoding"';
              access_log %1$s/access.log lines;
              client_body_temp_path %1$s/body; proxy_temp_path %1$s/proxy; fastcgi_temp_path %1$s/fastcgi;
              uwsgi_temp_path %1$s/uwsgi; scgi_temp_path %1$s/scgi;
              client_max_body_size 0; keepalive_requests 100000;
              server {
                listen 127.0.0.1:%2$d;
                location ~ ^/[^/]+/[^/]+[.]git/ {
                  auth_request /allowed;
                  fastcgi_param QUERY_STRING $query_string; fastcgi_param REQUEST_METHOD $request_method;
                  fastcgi_param CONTENT_TYPE $content_type; fastcgi_param CONTENT_LENGTH $content_length;
                  fastcgi_param SERVER_PROTOCOL $server_protocol; fastcgi_param REMOTE_ADDR $remote_addr;
                  fastcgi_param HTTP_GIT_PROTOCOL $http_git_protocol;
                  fastcgi_param HTTP_CONTENT_ENCODING $http_content_encoding;
                  fastcgi_param SCRIPT_FILENAME %6$s/git-http-backend; fastcgi_param PATH_INFO $uri;
                  fastcgi_param GIT_PROJECT_ROOT %4$s; fastcgi_param GIT_HTTP_EXPORT_ALL 1;
                  fastcgi_param GIT_CONFIG_NOSYSTEM 1; fastcgi_param GIT_CONFIG_GLOBAL /dev/null;
                  fastcgi_param REMOTE_USER app; fastcgi_read_timeout 60s;
                  fastcgi_pass unix:%1$s/fcgi.sock;
                }
                location = /allowed {
                  internal; proxy_pass %3$s/git-allowed; proxy_pass_request_body off;
                  proxy_set_header Content-Length "";
                }
                location = /marker { return 204; }
                location / { proxy_pass %3$s; proxy_set_header Host $http_host; }
              }
            }
            """;
    private static final long TIMEOUT_NANOS = 180_000_000_000L;
    private static final long LOOK_EVERY_NANOS = 20_000_000L;

    private final Path work;
    private final FreePort port;
    private final Process nginx;
    private final Process wrapper;
    private int linesRead;

    private RealGitServer(Path work, FreePort port, Process nginx, Process wrapper) {
        this.work = work;
        this.port = port;
        this.nginx = nginx;
        this.wrapper = wrapper;
    }

    /** @param work a short path for configuration, socket and logs, which this server has for itself */
    public static RealGitServer before(StandInHost host, Path work) {
        try {
            Process wrapper = started(work, "fcgiwrap", "-f", "-c", "4", "-s", "unix:" + work.resolve("fcgi.sock"));
            await("the socket of fcgiwrap", () -> Files.exists(work.resolve("fcgi.sock")));
            FreePort port = new FreePort();
            Path configuration = work.resolve("nginx.conf");
            Files.writeString(
                    configuration,
                    CONFIGURATION.formatted(
                            work,
                            port.number(),
                            host.url(),
                            host.folder(),
                            user(),
                            GitClient.at(work).git("--exec-path")));
            Process nginx = started(work, "nginx", "-p", work.toString(), "-c", configuration.toString());
            await("nginx", () -> !nginx.isAlive() || listens(port.number()));
            if (nginx.isAlive()) {
                return new RealGitServer(work, port, nginx, wrapper);
            }
            port.close();
            stop(wrapper);
            throw new AssertionError("nginx does not start: " + Files.readString(work.resolve("error.log")));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + port.number());
    }

    /**
     * What was asked of Git since the last time, in order: method, what of the repository, status, the encoding of the
     * body, how it was transferred.
     */
    public List<String> requests() {
        String marker = "/marker-" + UUID.randomUUID();
        get(marker);
        List<String> asked = new ArrayList<>();
        await("the marker in the log of nginx", () -> log().stream().anyMatch(line -> line.contains(marker)));
        List<String> lines = log();
        lines.subList(linesRead, lines.size()).stream()
                .filter(line -> line.contains(".git/"))
                .forEach(line -> asked.add(line.replaceFirst("/[^ ]*[.]git/", "")));
        linesRead = lines.size();
        return asked;
    }

    @Override
    public void close() {
        stop(nginx);
        stop(wrapper);
        port.close();
    }

    private List<String> log() {
        try {
            return Files.readAllLines(work.resolve("access.log"));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private void get(String path) {
        try (HttpClient client = HttpClient.newHttpClient()) {
            client.send(HttpRequest.newBuilder(url().resolve(path)).build(), HttpResponse.BodyHandlers.discarding());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", interrupted);
        }
    }

    private static Process started(Path work, String... command) throws IOException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        work.resolve("server.log").toFile()))
                .start();
    }

    /** The files belong to whoever runs the tests, and Git serves nobody else's. */
    private static String user() {
        return System.getProperty("user.name").equals("root") ? "user root;" : "";
    }

    private static boolean listens(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }

    private static void await(String what, java.util.function.BooleanSupplier isTrue) {
        long deadline = System.nanoTime() + TIMEOUT_NANOS;
        while (!isTrue.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("Not in time: " + what);
            }
            LockSupport.parkNanos(LOOK_EVERY_NANOS);
        }
    }

    /** fcgiwrap has children that do not end with it. */
    private static void stop(Process process) {
        List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
        all.add(process.toHandle());
        all.forEach(ProcessHandle::destroy);
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                all.forEach(ProcessHandle::destroyForcibly);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
