package cms.attacks;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A site of the attacker, whose URLs the service is asked to read. */
final class Elsewhere implements AutoCloseable {
    private static final int ENDLESS_CHUNKS = 100_000;
    private static final byte[] CHUNK = "0000000000000000".repeat(1_024).getBytes(StandardCharsets.US_ASCII);

    private final Map<String, byte[]> files = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;

    Elsewhere() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    /** As {@code CMS_ALLOW_PRIVATE_ADDRESSES} takes it. */
    String address() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    /** Where a file can be read from now on. */
    String serve(String name, byte[] bytes) {
        files.put("/" + name, bytes);
        return "http://" + address() + "/" + name;
    }

    /** A Git repository that answers without an end. */
    String endlessRepository() {
        return "http://" + address() + "/endless.git";
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        byte[] file = files.get(path);
        try (exchange;
                OutputStream out = exchange.getResponseBody()) {
            if (file != null) {
                exchange.sendResponseHeaders(200, file.length);
                out.write(file);
            } else if (path.startsWith("/endless.git/")) {
                String type = path.endsWith("/info/refs") ? "advertisement" : "result";
                exchange.getResponseHeaders().set("Content-Type", "application/x-git-upload-pack-" + type);
                exchange.sendResponseHeaders(200, 0);
                for (int i = 0; i < ENDLESS_CHUNKS; i++) {
                    out.write(CHUNK);
                }
            } else {
                exchange.sendResponseHeaders(404, -1);
            }
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
