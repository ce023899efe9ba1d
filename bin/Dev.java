import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/**
 * Stands before a service while somebody works on the studio (`./cms dev`): {@code java bin/Dev.java <port> <port of the
 * service>}. Pages come from the service, with its policy and facts, but take their files from what esbuild has just built of
 * src/main/web, with source maps and never kept; they load themselves again when that changes. Everything else is handed on.
 */
public final class Dev {
    private static final Path BUILT = Path.of("target/studio-dev");
    private static final String ASSETS = "/assets/";
    private static final String RELOAD = "new EventSource('/assets/dev-news').onmessage = () => location.reload();\n";

    /** What stands between two parties only (RFC 9110 7.6.1), and what the two ends make anew. */
    private static final Set<String> OWN_HEADERS = Set.of(
            "connection", "host", "keep-alive", "transfer-encoding", "content-length", "upgrade", "te", "trailer", "accept-encoding", "expect");

    private static final long LOOK_EVERY_MILLIS = 100;

    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String service;
    private volatile String state = "";

    private Dev(int servicePort) {
        this.service = "http://127.0.0.1:" + servicePort;
    }

    public static void main(String[] arguments) throws Exception {
        Process esbuild = watch();
        Runtime.getRuntime().addShutdownHook(new Thread(esbuild::destroy));
        // It was begun by the process that is the service now, and ends with it.
        ProcessHandle.current().parent().ifPresent(parent -> parent.onExit().thenRun(() -> System.exit(0)));
        Dev dev = new Dev(Integer.parseInt(arguments[1]));
        Thread.ofVirtual().start(dev::look);
        HttpServer server = HttpServer.create(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0])), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", dev::answer);
        server.start();
    }

    /** Builds what changed within the time of a keystroke; names stay, so that the page need not know them. */
    private static Process watch() throws IOException {
        if (Files.exists(BUILT)) {
            try (Stream<Path> files = Files.list(BUILT)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
        }
        Path esbuild;
        try (Stream<Path> found = Files.find(Path.of("node_modules/@esbuild"), 3, (path, _) -> path.endsWith("bin/esbuild"))) {
            esbuild = found.min(Comparator.naturalOrder()).orElseThrow(() -> new IOException("there is no esbuild here"));
        }
        List<String> bundling = new ArrayList<>(List.of(esbuild.toString(), "src/main/web/src/start.tsx"));
        bundling.addAll(Files.readAllLines(Path.of("src/main/web/build/esbuild.args")));
        bundling.addAll(List.of(
                "--splitting",
                "--sourcemap",
                "--define:process.env.NODE_ENV=\"development\"",
                "--entry-names=[name]",
                "--outdir=" + BUILT,
                "--log-level=info",
                "--watch=forever"));
        return new ProcessBuilder(bundling)
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Notes each time that another file stands there, or another version of one. */
    private void look() {
        while (true) {
            try (Stream<Path> files = Files.list(BUILT)) {
                TreeMap<String, String> now = new TreeMap<>();
                for (Path file : files.toList()) {
                    now.put(file.getFileName().toString(), Files.getLastModifiedTime(file).toString());
                }
                state = now.toString();
            } catch (IOException beingWritten) {
                // looked at again in a moment
            }
            pause();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(LOOK_EVERY_MILLIS);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /** A page of a foreign name that leads here would read what the service shows to this machine alone. */
    private static boolean isNamedAsThisMachine(HttpExchange exchange) {
        String host = exchange.getRequestHeaders().getFirst("Host");
        int port = exchange.getLocalAddress().getPort();
        return Stream.of("localhost", "127.0.0.1", "[::1]").anyMatch(name -> (name + ":" + port).equals(host));
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!isNamedAsThisMachine(exchange)) {
                exchange.sendResponseHeaders(403, -1);
                return;
            }
            String path = exchange.getRequestURI().getPath();
            String name = path.startsWith(ASSETS) ? path.substring(ASSETS.length()) : "";
            if (name.equals("dev-news")) {
                news(exchange);
            } else if (name.equals("dev.js")) {
                send(exchange, "text/javascript", RELOAD.getBytes(StandardCharsets.UTF_8));
            } else if (name.matches("[\\w.-]+") && Files.isRegularFile(BUILT.resolve(name))) {
                String type = name.endsWith(".css") ? "text/css" : name.endsWith(".js") ? "text/javascript" : "application/json";
                send(exchange, type, Files.readAllBytes(BUILT.resolve(name)));
            } else {
                handOn(exchange);
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private static void send(HttpExchange exchange, String type, byte[] bytes) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type + "; charset=utf-8");
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        exchange.sendResponseHeaders(200, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    /** A page that hears nothing is at its newest; a comment a second notices one that has gone. */
    private void news(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        exchange.sendResponseHeaders(200, 0);
        String seen = state;
        OutputStream out = exchange.getResponseBody();
        for (int looks = 0; ; looks++) {
            boolean changed = !state.equals(seen);
            seen = state;
            if (changed || looks % 10 == 0) {
                out.write((changed ? "data: reload\n\n" : ": here\n\n").getBytes(StandardCharsets.UTF_8));
                out.flush();
            }
            pause();
        }
    }

    private void handOn(HttpExchange exchange) throws IOException, InterruptedException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(service + exchange.getRequestURI()))
                .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body));
        exchange.getRequestHeaders().forEach((name, values) -> {
            if (!OWN_HEADERS.contains(name.toLowerCase(java.util.Locale.ROOT))) {
                values.forEach(value -> request.header(name, value));
            }
        });
        HttpResponse<InputStream> answer;
        try {
            answer = client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        } catch (IOException notThere) {
            exchange.sendResponseHeaders(502, -1);
            return;
        }
        answer.headers().map().forEach((name, values) -> {
            if (!OWN_HEADERS.contains(name.toLowerCase(java.util.Locale.ROOT))) {
                exchange.getResponseHeaders().put(name, List.copyOf(values));
            }
        });
        boolean empty = answer.statusCode() == 204 || answer.statusCode() == 304 || exchange.getRequestMethod().equals("HEAD");
        Optional<String> type = answer.headers().firstValue("Content-Type").filter(text -> text.startsWith("text/html"));
        if (empty) {
            exchange.sendResponseHeaders(answer.statusCode(), -1);
        } else if (type.isPresent()) {
            byte[] page = page(new String(answer.body().readAllBytes(), StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answer.statusCode(), page.length == 0 ? -1 : page.length);
            exchange.getResponseBody().write(page);
        } else {
            exchange.sendResponseHeaders(answer.statusCode(), 0);
            pass(answer.body(), exchange.getResponseBody());
        }
    }

    /** The page of the studio with the files that were built here; other pages as they are. */
    private static String page(String html) {
        return html.contains("<div id=\"root\">")
                ? html.replaceAll("/assets/start-\\w+\\.(js|css)", "/assets/start.$1")
                        .replace("</head>", "<script src=\"/assets/dev.js\"></script></head>")
                : html;
    }

    /** Piece by piece, so that a stream of events arrives as it comes. */
    private static void pass(InputStream from, OutputStream to) throws IOException {
        byte[] piece = new byte[16 * 1024];
        try (from) {
            for (int read = from.read(piece); read >= 0; read = from.read(piece)) {
                to.write(piece, 0, read);
                to.flush();
            }
        }
    }
}
